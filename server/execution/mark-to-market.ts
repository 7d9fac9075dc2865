import type { MarketRows } from './market-rows';
import type { Ledger } from './types';

/** Value every holding at the close of the loaded day (a suspended one keeps its last price); returns equity in fen. */
export function markToMarket(ledger: Ledger, rows: MarketRows): number {
  const { shares, priceFen } = ledger;
  const { closeFen } = rows;
  let total = ledger.cashFen;
  for (let i = 0; i < shares.length; i++) {
    const held = shares[i]!;
    if (held === 0) continue;
    const fen = closeFen[i]!;
    if (fen > 0) priceFen[i] = fen;
    total += held * priceFen[i]!;
  }
  return total;
}
