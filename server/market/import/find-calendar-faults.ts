import { fromDayNumber, weekdayOf } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';
import type { Finding } from '../import-ledger';

/** Spring festival closes Chinese exchanges for 11 calendar days at most, 2001-09-11 the American ones for 7. */
const LONGEST_CLOSURE = 12;
/** Days that a calendar needs before its weekdays say something. */
const ENOUGH = 10;

/**
 * Faults of the calendar of a whole market, which no single series shows: every date a day early or late (instants of another time
 * zone cut to their date), days at a weekend, and holes longer than any holiday (a part of the files is missing, or a year is
 * mistyped). @throws AppError BAD_INPUT on shifted dates
 */
export function findCalendarFaults(days: Int32Array): Finding[] {
  const on = new Int32Array(7);
  for (const day of days) on[weekdayOf(day)]!++;
  const [monday, friday, saturday, sunday] = [on[0]!, on[4]!, on[5]!, on[6]!];
  const tenth = days.length / 10;
  if (days.length >= ENOUGH && ((friday === 0 && sunday >= tenth && saturday === 0) || (monday === 0 && saturday >= tenth && sunday === 0))) {
    const early = friday === 0;
    const day = days.find((d) => weekdayOf(d) === (early ? 6 : 5))!;
    throw new AppError('BAD_INPUT', `${fromDayNumber(day)} is a ${early ? 'Sunday' : 'Saturday'}, and no ${early ? 'Friday' : 'Monday'} has a row: the dates are a day ${early ? 'early' : 'late'}, as when midnight of one time zone is written in another. Write the date of the trading day, not an instant; nothing was imported.`, { weekdays: [...on] });
  }
  const found: Finding[] = [];
  const weekend = days.filter((day) => weekdayOf(day) > 4);
  if (weekend.length > 0) {
    found.push({ kind: 'calendar-mismatch', symbol: '*', date: fromDayNumber(weekend[0]!), detail: `${weekend.length} ${weekend.length === 1 ? 'day of the market lies' : 'days of the market lie'} at a weekend (the first: this one): make-up days, a coin, or mistyped dates. They were kept.`, evidence: { days: weekend.length, of: days.length } });
  }
  for (let t = 1; t < days.length; t++) {
    const gap = days[t]! - days[t - 1]!;
    if (gap <= LONGEST_CLOSURE) continue;
    found.push({ kind: 'missing-sessions', symbol: '*', date: fromDayNumber(days[t]!), detail: `No symbol has a row between ${fromDayNumber(days[t - 1]!)} and this day: ${gap} calendar days, longer than any holiday. A file is missing, or a date is mistyped.`, evidence: { calendar_days: gap, after: fromDayNumber(days[t - 1]!) } });
  }
  return found;
}
