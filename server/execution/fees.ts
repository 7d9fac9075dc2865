import { AppError } from '@/server/contracts/errors';
import type { DayTape } from './day-tape';
import { rateHalfUp } from './money';
import type { FeeRow } from './types';

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

/** The row in force on a date. @throws AppError BAD_INPUT when the table starts later */
export function feeRowOn(table: readonly FeeRow[], date: string): FeeRow {
  let found: FeeRow | undefined;
  for (const row of table) if (row.from <= date && (!found || row.from >= found.from)) found = row;
  if (!found) throw new AppError('BAD_INPUT', `The fee table has no row for ${date}; add one whose 'from' is on or before this date.`);
  return found;
}

/** Fees of the fill in row `k` of the tape, written there (no allocation: this runs per fill). Every item half-up to the fen. */
export function chargeFees(row: FeeRow, tape: DayTape, k: number): void {
  const amountFen = tape.filled[k]! * tape.priceFen[k]!;
  let commission = rateHalfUp(amountFen, row.commissionE7);
  let other = row.exchangeE7 === 0 && row.regulatoryE7 === 0 ? 0 : rateHalfUp(amountFen, row.exchangeE7) + rateHalfUp(amountFen, row.regulatoryE7);
  let transfer = rateHalfUp(amountFen, row.transferE7);
  const duty = tape.side[k] === -1 ? rateHalfUp(amountFen, row.dutySellE7) : 0;
  let least = row.minCommissionFen;
  if (row.minimum === 'all-in') {
    // The broker shows transfer inside "other": commission fills up to the minimum of all four.
    other += transfer;
    transfer = 0;
    least -= other;
  }
  if (commission < least) commission = least;
  tape.commissionFen[k] = commission;
  tape.dutyFen[k] = duty;
  tape.transferFen[k] = transfer;
  tape.otherFen[k] = other;
  tape.feesFen[k] = commission + duty + transfer + other;
}
