import { AppError } from '@/server/contracts/errors';
import type { MarketRows } from './market-rows';
import type { Ledger } from './types';

/**
 * Value every holding at the close of the loaded day (a suspended one keeps its last price); returns equity in fen.
 * @throws AppError INTERNAL for a position below zero, or locked beyond what is held: a bug in this room
 */
export function markToMarket(ledger: Ledger, rows: MarketRows): number {
  const { shares, lockedShares, priceFen } = ledger;
  const { closeFen } = rows.today;
  let total = ledger.cashFen;
  for (let i = 0; i < shares.length; i++) {
    const held = shares[i]!;
    if (held < lockedShares[i]! || held < 0) {
      throw new AppError('INTERNAL', `Position ${i} holds ${held} shares of which ${lockedShares[i]} are locked.`);
    }
    if (held === 0) {
      // What is not held has no valuation: a run resumed from a stored ledger, which knows only holdings, goes on the same.
      priceFen[i] = 0;
      continue;
    }
    const close = closeFen[i]!;
    const fen = close > 0 ? close : priceFen[i]!;
    priceFen[i] = fen;
    total += held * fen;
  }
  return total;
}
