import { AppError } from '@/server/contracts/errors';
import { safeFen } from './money';
import type { Ledger, LedgerState } from './types';

/** An account that holds only cash, over `count` symbols. @throws AppError BAD_INPUT when the cash is no safe integer */
export function createLedger(cashFen: number, count: number): Ledger {
  safeFen(cashFen, 'Initial cash');
  return { cashFen, shares: new Float64Array(count), lockedShares: new Float64Array(count), costFen: new Float64Array(count), priceFen: new Float64Array(count) };
}

/** Equity at the last valuation prices, in fen. */
export function equityOf(ledger: Ledger): number {
  const { shares, priceFen } = ledger;
  let total = ledger.cashFen;
  for (let i = 0; i < shares.length; i++) total += shares[i]! * priceFen[i]!;
  return total;
}

/** Plain JSON of the ledger: names held, or with a known price that a later ex-day needs. Bit-exact both ways. */
export function storeLedger(ledger: Ledger, symbols: readonly string[]): LedgerState {
  const positions: LedgerState['positions'][number][] = [];
  for (let i = 0; i < symbols.length; i++) {
    if (ledger.shares[i] !== 0) positions.push([symbols[i]!, ledger.shares[i]!, ledger.lockedShares[i]!, ledger.costFen[i]!, ledger.priceFen[i]!]);
  }
  return { cashFen: ledger.cashFen, positions };
}

/** The ledger over the symbols of a market. @throws AppError BAD_INPUT when a held name is not in the market */
export function restoreLedger(state: LedgerState, symbols: readonly string[]): Ledger {
  const ledger = createLedger(state.cashFen, symbols.length);
  const index = new Map(symbols.map((symbol, i) => [symbol, i]));
  for (const [symbol, shares, locked, costFen, priceFen] of state.positions) {
    const i = index.get(symbol);
    if (i === undefined) throw new AppError('BAD_INPUT', `The account holds ${symbol}, which this market does not have. Use the market the book was opened on.`);
    ledger.shares[i] = shares;
    ledger.lockedShares[i] = locked;
    ledger.costFen[i] = costFen;
    ledger.priceFen[i] = priceFen;
  }
  return ledger;
}
