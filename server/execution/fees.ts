import { AppError } from '@/server/contracts/errors';
import { rateHalfUp } from './money';
import type { FeeRow, Side } from './types';

/** Stamp duty was halved from 10 bp to 5 bp on this day; sells only. */
const DUTY_CUT = '2023-08-28';

const CN_A_BASE = { commissionE7: 2500, minCommissionFen: 500, minimum: 'per-item', transferE7: 100, exchangeE7: 0, regulatoryE7: 0 } as const;

/** Commission 2.5 bp, at least 5.00; transfer 0.1 bp both sides; duty on sells. */
export const FEES_CN_A: readonly FeeRow[] = [
  { from: '1990-01-01', ...CN_A_BASE, dutySellE7: 10_000 },
  { from: DUTY_CUT, ...CN_A_BASE, dutySellE7: 5000 },
];

/** The other habit of brokers: the 5.00 covers commission, exchange handling (0.341 bp), regulatory (0.2 bp) and transfer fee together. */
export const FEES_CN_A_ALL_IN: readonly FeeRow[] = FEES_CN_A.map((row) => ({ ...row, minimum: 'all-in', exchangeE7: 341, regulatoryE7: 200 }));

/** US preset: 1 bp commission, at least 1.00, and the 0.278 bp regulatory fee. */
export const FEES_US: readonly FeeRow[] = [
  { from: '1900-01-01', commissionE7: 1000, minCommissionFen: 100, minimum: 'per-item', dutySellE7: 0, transferE7: 0, exchangeE7: 0, regulatoryE7: 278 },
];

export interface Fees {
  commissionFen: number;
  dutyFen: number;
  transferFen: number;
  otherFen: number;
}

/** The row in force on a date. @throws AppError BAD_INPUT when the table starts later */
export function feeRowOn(table: readonly FeeRow[], date: string): FeeRow {
  let found: FeeRow | undefined;
  for (const row of table) if (row.from <= date && (!found || row.from >= found.from)) found = row;
  if (!found) throw new AppError('BAD_INPUT', `The fee table has no row for ${date}; add one whose 'from' is on or before this date.`);
  return found;
}

/** Fees of one fill into `out` (no allocation: the simulation calls this per fill). Every item half-up to the fen. */
export function feesOf(row: FeeRow, side: Side, amountFen: number, out: Fees): void {
  const commission = rateHalfUp(amountFen, row.commissionE7);
  const other = rateHalfUp(amountFen, row.exchangeE7) + rateHalfUp(amountFen, row.regulatoryE7);
  const transfer = rateHalfUp(amountFen, row.transferE7);
  out.dutyFen = side === 'sell' ? rateHalfUp(amountFen, row.dutySellE7) : 0;
  if (row.minimum === 'all-in') {
    // The broker shows transfer inside "other": commission fills up to the minimum of all four.
    out.otherFen = other + transfer;
    out.transferFen = 0;
    out.commissionFen = Math.max(commission, row.minCommissionFen - out.otherFen);
    return;
  }
  out.otherFen = other;
  out.transferFen = transfer;
  out.commissionFen = Math.max(commission, row.minCommissionFen);
}
