import type { UnpricedHolding } from '@/server/contracts/unpriced-holding';
import type { LedgerState } from '@/server/execution/types';
import { CELL, type Panel } from '@/server/market/panel';

/** What an account holds at the close of `day` that had no price on it, largest first. Reads no bar later than `day`. */
export function unpricedHoldings(panel: Panel, day: number, ledger: LedgerState, equityFen: number): UnpricedHolding[] {
  const { symbols, dates, status } = panel;
  const column = new Map(symbols.map((symbol, i) => [symbol, i]));
  const found: UnpricedHolding[] = [];
  for (const [symbol, shares, , , priceFen] of ledger.positions) {
    const i = column.get(symbol);
    let last = i === undefined ? -1 : day;
    while (last >= 0 && status[last * symbols.length + i!] !== CELL.TRADED) last--;
    if (last === day) continue;
    const valueFen = shares * priceFen;
    found.push({ symbol, pricedOn: dates[last] ?? null, sessions: day - last, shares, valueFen, weight: equityFen > 0 ? valueFen / equityFen : 0 });
  }
  return found.sort((a, b) => b.valueFen - a.valueFen || (a.symbol < b.symbol ? -1 : 1));
}

/** Of a whole account. */
export const weightOf = (holdings: readonly UnpricedHolding[]): number => holdings.reduce((sum, h) => sum + h.weight, 0);
