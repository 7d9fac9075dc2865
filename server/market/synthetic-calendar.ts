import { fromDayNumber, toDayNumber, weekdayOf } from '@/server/contracts/calendar-date';

/** Chinese New Year by year; the exchange closes from the eve for about seven days. Other years fall back to 5 February. */
const NEW_YEAR: Record<number, string> = {
  2018: '02-16', 2019: '02-05', 2020: '01-25', 2021: '02-12', 2022: '02-01', 2023: '01-22', 2024: '02-10',
  2025: '01-29', 2026: '02-17', 2027: '02-06', 2028: '01-26', 2029: '02-13', 2030: '02-03',
};

/** Fixed holidays as inclusive month-day ranges. */
const FIXED: readonly (readonly [string, string])[] = [['01-01', '01-02'], ['04-04', '04-05'], ['05-01', '05-04'], ['06-21', '06-22'], ['09-15', '09-15'], ['10-01', '10-07']];

/** Plausible trading days of a Chinese exchange: weekdays minus holidays, from `start` (inclusive) for `years` years. */
export function syntheticCalendar(start: string, years: number): string[] {
  const first = toDayNumber(start);
  const endYear = Number(start.slice(0, 4)) + years;
  const closed = new Set<string>();
  for (let year = Number(start.slice(0, 4)); year <= endYear; year++) {
    const eve = toDayNumber(`${year}-${NEW_YEAR[year] ?? '02-05'}`) - 1;
    for (let d = 0; d < 8; d++) closed.add(fromDayNumber(eve + d));
    for (const [from, to] of FIXED) for (let d = toDayNumber(`${year}-${from}`); d <= toDayNumber(`${year}-${to}`); d++) closed.add(fromDayNumber(d));
  }
  const dates: string[] = [];
  const last = `${endYear}${start.slice(4)}`;
  for (let d = first, date = start; date < last; d++, date = fromDayNumber(d)) if (weekdayOf(d) < 5 && !closed.has(date)) dates.push(date);
  return dates;
}
