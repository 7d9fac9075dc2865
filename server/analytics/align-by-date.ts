import { isCalendarDate } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';

export interface DatedSeries {
  readonly dates: readonly string[];
  readonly values: ArrayLike<number>;
}

export interface Aligned {
  readonly dates: string[];
  readonly left: Float64Array;
  readonly right: Float64Array;
  /** Dates that only one side has: not silently dropped, but counted and shown. */
  readonly onlyLeft: string[];
  readonly onlyRight: string[];
}

/**
 * Inner join by calendar date string; never by position, never forward-filled (user-cases I-23).
 * @throws AppError BAD_INPUT on a date that is none, or that occurs twice
 */
export function alignByDate(left: DatedSeries, right: DatedSeries): Aligned {
  const rightAt = indexOf(right, 'right');
  const leftAt = indexOf(left, 'left');
  const dates = [...leftAt.keys()].filter((d) => rightAt.has(d)).sort();
  return {
    dates,
    left: Float64Array.from(dates, (d) => left.values[leftAt.get(d)!]!),
    right: Float64Array.from(dates, (d) => right.values[rightAt.get(d)!]!),
    onlyLeft: [...leftAt.keys()].filter((d) => !rightAt.has(d)).sort(),
    onlyRight: [...rightAt.keys()].filter((d) => !leftAt.has(d)).sort(),
  };
}

function indexOf(series: DatedSeries, side: string): Map<string, number> {
  if (series.dates.length !== series.values.length) throw new AppError('BAD_INPUT', `The ${side} series has ${series.dates.length} dates for ${series.values.length} values.`);
  const at = new Map<string, number>();
  series.dates.forEach((date, i) => {
    if (!isCalendarDate(date)) throw new AppError('BAD_INPUT', `${JSON.stringify(date)} (${side} series, row ${i + 1}) is not a calendar date YYYY-MM-DD.`);
    if (at.has(date)) throw new AppError('BAD_INPUT', `${date} occurs twice in the ${side} series (rows ${at.get(date)! + 1} and ${i + 1}).`);
    at.set(date, i);
  });
  return at;
}
