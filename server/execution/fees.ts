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

/** Of a run without friction. */
export const NO_FEES: FeeRow = { from: '', commissionE7: 0, minCommissionFen: 0, minimum: 'per-item', dutySellE7: 0, transferE7: 0, exchangeE7: 0, regulatoryE7: 0 };

/** The row in force on a date. @throws AppError BAD_INPUT when the table starts later */
export function feeRowOn(table: readonly FeeRow[], date: string): FeeRow {
  let found: FeeRow | undefined;
  for (const row of table) if (row.from <= date && (!found || row.from >= found.from)) found = row;
  if (!found) throw new AppError('BAD_INPUT', `The fee table has no row for ${date}; add one whose 'from' is on or before this date.`);
  return found;
}

/** The fees of a fill of `amountFen`, item by item, each half-up to the fen. Under an all-in minimum the broker shows transfer inside "other". */
export function otherFen(row: FeeRow, amountFen: number): number {
  const handling = row.exchangeE7 === 0 && row.regulatoryE7 === 0 ? 0 : rateHalfUp(amountFen, row.exchangeE7) + rateHalfUp(amountFen, row.regulatoryE7);
  return row.minimum === 'all-in' ? handling + rateHalfUp(amountFen, row.transferE7) : handling;
}

export function transferFen(row: FeeRow, amountFen: number): number {
  return row.minimum === 'all-in' ? 0 : rateHalfUp(amountFen, row.transferE7);
}

/** `other`: the fill's otherFen; under an all-in minimum commission fills up what it leaves. */
export function commissionFen(row: FeeRow, amountFen: number, other: number): number {
  const commission = rateHalfUp(amountFen, row.commissionE7);
  const least = row.minimum === 'all-in' ? row.minCommissionFen - other : row.minCommissionFen;
  return commission < least ? least : commission;
}

/** Of a sale; buys pay none. */
export function dutyFen(row: FeeRow, amountFen: number): number {
  return rateHalfUp(amountFen, row.dutySellE7);
}

/** Everything a buy of `amountFen` pays in fees. */
export function buyFeesFen(row: FeeRow, amountFen: number): number {
  const other = otherFen(row, amountFen);
  return other + transferFen(row, amountFen) + commissionFen(row, amountFen, other);
}

/** Fees of the fills in rows [from, to) of the tape into its sums; returns them. A pass of its own: the loops that fill are long enough. */
export function chargeFees(row: FeeRow, { filled, priceFen, trades }: DayTape, from: number, to: number, sells: boolean): number {
  let commissions = 0, duties = 0, transfers = 0, others = 0;
  for (let k = from; k < to; k++) {
    const shares = filled[k]!;
    if (shares === 0) continue;
    const amountFen = shares * priceFen[k]!;
    const other = otherFen(row, amountFen);
    others += other;
    transfers += transferFen(row, amountFen);
    commissions += commissionFen(row, amountFen, other);
    if (sells) duties += dutyFen(row, amountFen);
  }
  trades.commissionFen += commissions;
  trades.dutyFen += duties;
  trades.transferFen += transfers;
  trades.otherFen += others;
  return commissions + duties + transfers + others;
}
