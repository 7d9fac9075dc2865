import { AppError } from '@/server/contracts/errors';
import type { DayTape } from './day-tape';
import type { Ledger } from './types';

/**
 * Money is neither made nor lost: cash after = cash before + corporate cash + sells − buys − fees, to the fen; no negative
 * cash, no negative or over-locked position. Runs at every step. @throws AppError INTERNAL, a bug in this room
 */
export function assertConserved(ledger: Ledger, tape: DayTape, cashBeforeFen: number, corporateFen: number): void {
  const { filled, side, priceFen, feesFen, count } = tape;
  const { shares, lockedShares } = ledger;
  let expected = cashBeforeFen + corporateFen;
  for (let k = 0; k < count; k++) {
    if (filled[k] !== 0) expected -= side[k]! * filled[k]! * priceFen[k]! + feesFen[k]!;
  }
  if (ledger.cashFen !== expected || !Number.isSafeInteger(expected)) {
    throw new AppError('INTERNAL', `Money is not conserved: cash is ${ledger.cashFen} fen, the fills of the day make ${expected}.`);
  }
  // Fees of a sale may exceed a tiny position's amount, so cash may only go below zero by such a sale; buys never overdraw.
  if (ledger.cashFen < 0 && side.subarray(0, count).includes(1) && cashBeforeFen >= 0) {
    throw new AppError('INTERNAL', `Cash is ${ledger.cashFen} fen after buys; buys must stay within cash including fees.`);
  }
  for (let i = 0; i < shares.length; i++) {
    const held = shares[i]!;
    if (held < 0 || lockedShares[i]! > held) {
      throw new AppError('INTERNAL', `Position ${i} holds ${held} shares of which ${lockedShares[i]} are locked.`);
    }
  }
}
