import { CELL } from '@/server/market/panel';
import type { MarketRows } from './market-rows';
import type { Ledger } from './types';

/** Value every holding at the close of the loaded day (a suspended one keeps its last price); returns equity in fen. */
export function markToMarket(ledger: Ledger, rows: MarketRows): number {
  const { shares, priceFen } = ledger;
  const at = rows.day * rows.count;
  let total = ledger.cashFen;
  for (let i = 0; i < shares.length; i++) {
    if (shares[i] === 0) continue;
    if (rows.panel.status[at + i] === CELL.TRADED) {
      const close = rows.closeFen(i);
      if (close > 0) priceFen[i] = close;
    }
    total += shares[i]! * priceFen[i]!;
  }
  return total;
}
