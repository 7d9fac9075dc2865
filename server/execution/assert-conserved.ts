import { AppError } from '@/server/contracts/errors';
import { cashOfTradesFen, type DayTrades } from './day-trades';
import type { Ledger } from './types';

/**
 * Money is neither made nor lost: cash after = cash before + corporate cash + sells − buys − fees, to the fen, and buys never overdraw.
 * Runs at every step; positions are checked where they are valued. @throws AppError INTERNAL, a bug in this room
 */
export function assertConserved(ledger: Ledger, trades: DayTrades, cashBeforeFen: number, corporateFen: number): void {
  const expected = cashBeforeFen + corporateFen + cashOfTradesFen(trades);
  if (ledger.cashFen !== expected || !Number.isSafeInteger(expected)) {
    throw new AppError('INTERNAL', `Money is not conserved: cash is ${ledger.cashFen} fen, the fills of the day make ${expected}.`);
  }
  // Fees of a sale may exceed a tiny position's amount, so cash may only go below zero by such a sale.
  if (ledger.cashFen < 0 && trades.tradedFen > trades.soldFen && cashBeforeFen >= 0) {
    throw new AppError('INTERNAL', `Cash is ${ledger.cashFen} fen after buys; buys must stay within cash including fees.`);
  }
}
