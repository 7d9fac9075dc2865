import { AppError } from '@/server/contracts/errors';
import type { DayTape, OrderList } from './day-tape';
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
  return rateHalfUp(amountFen, row.commissionE7, row.minimum === 'all-in' ? row.minCommissionFen - other : row.minCommissionFen);
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

/**
 * Fees of the fills of a side into the sums of the tape; returns them. A pass of its own: the loops that fill are long enough. The laws of
 * the items above, with what a row says read once: a property test holds both to the same fen.
 */
export function chargeFees(row: FeeRow, { filled, priceFen, trades }: DayTape, { symbols, count }: OrderList, sells: boolean): number {
  const { commissionE7, minCommissionFen, transferE7, exchangeE7, regulatoryE7, dutySellE7 } = row;
  const allIn = row.minimum === 'all-in';
  const handled = allIn || exchangeE7 !== 0 || regulatoryE7 !== 0;
  const dutied = sells === true;
  // −0, so that the engine keeps the sums as float64 (ADR 7).
  let commissions = -0, duties = -0, transfers = -0, others = -0;
  for (let k = 0; k < count; k++) {
    const i = symbols[k]!;
    const shares = filled[i]!;
    if (shares === 0) continue;
    const amountFen = shares * priceFen[i]!;
    const transfer = rateHalfUp(amountFen, transferE7, 0);
    let least = minCommissionFen;
    if (handled) {
      const other = rateHalfUp(amountFen, exchangeE7, 0) + rateHalfUp(amountFen, regulatoryE7, 0) + (allIn ? transfer : 0);
      others += other;
      if (allIn) least -= other;
    }
    if (!allIn) transfers += transfer;
    commissions += rateHalfUp(amountFen, commissionE7, least);
    if (dutied) duties += rateHalfUp(amountFen, dutySellE7, 0);
  }
  trades.commissionFen += commissions;
  trades.dutyFen += duties;
  trades.transferFen += transfers;
  trades.otherFen += others;
  return commissions + duties + transfers + others;
}
