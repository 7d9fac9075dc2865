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

/** Fees of the fills in rows [from, to), written into the tape; rows without shares pay none. Every item half-up to the fen. */
export function chargeFees(row: FeeRow, tape: DayTape, from: number, to: number): void {
  const { filled, side, priceFen, commissionFen, dutyFen, transferFen, otherFen, feesFen } = tape;
  const { commissionE7, minCommissionFen, dutySellE7, transferE7, exchangeE7, regulatoryE7 } = row;
  const allIn = row.minimum === 'all-in';
  const hasOther = exchangeE7 !== 0 || regulatoryE7 !== 0;
  for (let k = from; k < to; k++) {
    const shares = filled[k]!;
    if (shares === 0) continue;
    const amountFen = shares * priceFen[k]!;
    let commission = rateHalfUp(amountFen, commissionE7);
    let other = hasOther ? rateHalfUp(amountFen, exchangeE7) + rateHalfUp(amountFen, regulatoryE7) : 0;
    let transfer = rateHalfUp(amountFen, transferE7);
    const duty = side[k] === -1 ? rateHalfUp(amountFen, dutySellE7) : 0;
    let least = minCommissionFen;
    if (allIn) {
      // The broker shows transfer inside "other": commission fills up to the minimum of all four.
      other += transfer;
      transfer = 0;
      least -= other;
    }
    commission = Math.max(commission, least);
    commissionFen[k] = commission;
    dutyFen[k] = duty;
    transferFen[k] = transfer;
    otherFen[k] = other;
    feesFen[k] = commission + duty + transfer + other;
  }
}
