/**
 * Calendar dates as strings 'YYYY-MM-DD'. A trading day is a square on a calendar, never an instant: no Date object,
 * no time zone, so the answer is the same under every TZ (user-cases I-24, I-25).
 * Civil-day arithmetic after Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms".
 */

/** Days since 1970-01-01 of a proleptic Gregorian date given by numbers. */
export function dayNumberOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return era * 146097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719468;
}

/** Days since 1970-01-01 of 'YYYY-MM-DD'; NaN when the string is not a real calendar date. */
export function toDayNumber(date: string): number {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date);
  if (!match) return Number.NaN;
  const n = dayNumberOf(Number(match[1]), Number(match[2]), Number(match[3]));
  return fromDayNumber(n) === date ? n : Number.NaN;
}

/** 'YYYY-MM-DD' of days since 1970-01-01. */
export function fromDayNumber(n: number): string {
  const z = n + 719468;
  const era = Math.floor(z / 146097);
  const doe = z - era * 146097;
  const yoe = Math.floor((doe - Math.floor(doe / 1460) + Math.floor(doe / 36524) - Math.floor(doe / 146096)) / 365);
  const doy = doe - (365 * yoe + Math.floor(yoe / 4) - Math.floor(yoe / 100));
  const mp = Math.floor((5 * doy + 2) / 153);
  const day = doy - Math.floor((153 * mp + 2) / 5) + 1;
  const month = mp < 10 ? mp + 3 : mp - 9;
  const year = yoe + era * 400 + (month <= 2 ? 1 : 0);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** 0 = Monday … 6 = Sunday. */
export function weekdayOf(dayNumber: number): number {
  return (((dayNumber + 3) % 7) + 7) % 7;
}

/** True for a real calendar date written 'YYYY-MM-DD'. */
export function isCalendarDate(value: string): boolean {
  return !Number.isNaN(toDayNumber(value));
}
