import { AppError } from '@/server/contracts/errors';
import { plainNumber } from '@/server/contracts/plain-number';
import { dayOf } from './group-fills';
import type { EquityOn } from './observe-friction-days';
import { equityRow, parseRows } from './read-observed';
import type { ObservedFill } from './types';

/** What a person gave as the account's equity: one amount for all days, or a CSV with one a day. `name` is what errors call it. */
export interface EquityText {
  readonly kind: 'amount' | 'file';
  readonly name: string;
  readonly text: string;
}

/**
 * The account's equity by day, from what was given or from the column `equity` of the fills; null where there is neither.
 * @throws AppError BAD_INPUT when it is given twice, is no amount, or a day of the fills has none or two
 */
export function readEquity(given: EquityText | null, fills: readonly ObservedFill[]): EquityOn | null {
  const withColumn = fills.some((fill) => fill.equity !== undefined);
  if (given === null) return withColumn ? byDay(fills.map((fill) => ({ date: dayOf(fill.time), equity: fill.equity! })), 'fills', false) : null;
  if (withColumn) throw new AppError('BAD_INPUT', `${given.name}: the fills have a column equity too, so it is given twice; leave one of them out.`);
  if (given.kind === 'file') return byDay(parseRows(given.text, given.name, equityRow), given.name, true);
  const amount = plainNumber(given.text);
  if (amount === null || amount <= 0) throw new AppError('BAD_INPUT', `${given.name}: value is ${JSON.stringify(given.text)}; allowed: a positive amount in the currency of the fills, such as 1000000, or a CSV with the columns date and equity.`);
  return () => amount;
}

function byDay(rows: readonly { date: string; equity: number }[], name: string, once: boolean): EquityOn {
  const days = new Map<string, number>();
  for (const { date, equity } of rows) {
    const known = days.get(date);
    if (known !== undefined && (once || known !== equity)) throw new AppError('BAD_INPUT', `${name}: ${date} has the equity ${known} and ${equity}; a day has one, that before its trades.`);
    days.set(date, equity);
  }
  return (date) => {
    const equity = days.get(date);
    if (equity === undefined) throw new AppError('BAD_INPUT', `${name}: there is no equity for ${date}, a day (UTC) with fills; add a row with the one before its trades.`);
    return equity;
  };
}
