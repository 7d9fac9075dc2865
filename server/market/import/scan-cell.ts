import { dayNumberOf } from '@/server/contracts/calendar-date';

/** Marks a cell that is neither a number nor a known word for "missing" (no market gives an infinite price). */
export const MALFORMED = Number.POSITIVE_INFINITY;

/** 1e0 … 1e22: the powers of ten that a double holds exactly. */
export const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, k) => Number(`1e${k}`));
/** So many digits make an integer below 2^53, whatever they are. */
export const EXACT_DIGITS = 15;
const UTF8 = new TextDecoder();
const MISSING = new Set(['', '-', '--', 'nan', 'null', 'none', 'n/a', 'na', 'nil', '#n/a']);

/**
 * Number in bytes [from, to): the same double as Number(text). Digits are gathered into an integer ≤ 2^53 and divided by an exact
 * power of ten ≤ 1e22, which IEEE rounds correctly (Clinger 1990); everything else takes the slow way.
 * NaN = missing, MALFORMED = not a number.
 */
export function scanNumber(bytes: Uint8Array, from: number, to: number): number {
  let i = from;
  while (i < to && bytes[i]! <= 0x20) i++;
  let end = to;
  while (end > i && bytes[end - 1]! <= 0x20) end--;
  if (i === end) return Number.NaN;
  const negative = bytes[i] === 0x2d;
  if (negative || bytes[i] === 0x2b) i++;
  let mantissa = 0;
  let decimals = -1;
  let digits = 0;
  for (; i < end; i++) {
    const d = bytes[i]! - 0x30;
    if (d >= 0 && d <= 9) {
      mantissa = mantissa * 10 + d;
      digits++;
      if (decimals >= 0) decimals++;
    } else if (d === -2 && decimals < 0) decimals = 0;
    else return slowNumber(bytes, from, to);
  }
  if (digits === 0 || mantissa > Number.MAX_SAFE_INTEGER || decimals > 22) return slowNumber(bytes, from, to);
  const value = decimals > 0 ? mantissa / POWERS_OF_TEN[decimals]! : mantissa;
  return negative ? -value : value;
}

/** No number or date is longer; text is made of so many bytes at most, whatever a cell holds (a cell of 600 MB is no string in V8). */
const LONGEST_CELL = 256;

function slowNumber(bytes: Uint8Array, from: number, to: number): number {
  if (to - from > LONGEST_CELL) return MALFORMED;
  const text = cellText(bytes, from, to);
  if (MISSING.has(text.toLowerCase())) return Number.NaN;
  const plain = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text;
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(plain)) return MALFORMED;
  return Number(plain);
}

/** Trimmed text of a cell (UTF-8), at most its first 256 bytes unless told. */
export function cellText(bytes: Uint8Array, from: number, to: number, longest = LONGEST_CELL): string {
  return UTF8.decode(bytes.subarray(from, Math.min(to, from + longest))).trim();
}

/** Digits after the point in a plain number cell. */
export function countDecimals(bytes: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; i++) if (bytes[i] === 0x2e) return to - i - 1;
  return 0;
}

/** Calendar day and time of day in one integer: day · STAMP_DAY + seconds + 1; the part after the day is 0 when no time is given. */
export const STAMP_DAY = 100_000;

/**
 * Date in bytes [from, to) as a stamp. The calendar day is the one that is written: a time zone suffix never shifts it
 * (user-cases I-24). NaN = missing, MALFORMED = no date. `order` is needed where the year stands last.
 */
export function scanDate(bytes: Uint8Array, from: number, to: number, order: 'mdy' | 'dmy' | null): number {
  if (to - from === 10 && bytes[from + 4] === 0x2d && bytes[from + 7] === 0x2d) {
    const year = digitsAt(bytes, from, 4);
    const month = digitsAt(bytes, from + 5, 2);
    const day = digitsAt(bytes, from + 8, 2);
    return stampOf(year, month, day, 0);
  }
  if (to - from === 8) {
    const all = digitsAt(bytes, from, 8);
    if (all >= 0) return stampOf(Math.floor(all / 10000), Math.floor(all / 100) % 100, all % 100, 0);
  }
  return to - from > LONGEST_CELL ? MALFORMED : slowDate(cellText(bytes, from, to), order);
}

const DATE = /^(?:(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?|(\d{4})(\d{2})(\d{2})|(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}))(?:[T ]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:\.\d+)?)?\s*(?:Z|UTC|[+-]\d{2}:?\d{2})?)?$/;

function slowDate(text: string, order: 'mdy' | 'dmy' | null): number {
  if (MISSING.has(text.toLowerCase())) return Number.NaN;
  const m = DATE.exec(text);
  if (!m) return MALFORMED;
  const time = m[10] === undefined ? 0 : Number(m[10]) * 3600 + Number(m[11]) * 60 + Number(m[12] ?? 0) + 1;
  if (m[1]) return stampOf(Number(m[1]), Number(m[2]), Number(m[3]), time);
  if (m[4]) return stampOf(Number(m[4]), Number(m[5]), Number(m[6]), time);
  if (order === null) return MALFORMED;
  return order === 'mdy' ? stampOf(Number(m[9]), Number(m[7]), Number(m[8]), time) : stampOf(Number(m[9]), Number(m[8]), Number(m[7]), time);
}

const MONTH_DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function stampOf(year: number, month: number, day: number, time: number): number {
  if (!(year >= 1800 && year < 2200 && month >= 1 && month <= 12 && day >= 1 && day <= MONTH_DAYS[month - 1]!) || time > 86_400) return MALFORMED;
  if (month === 2 && day === 29 && !((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0)) return MALFORMED;
  return dayNumberOf(year, month, day) * STAMP_DAY + time;
}

function digitsAt(bytes: Uint8Array, from: number, count: number): number {
  let value = 0;
  for (let i = from; i < from + count; i++) {
    const d = bytes[i]! - 0x30;
    if (d < 0 || d > 9) return -1;
    value = value * 10 + d;
  }
  return value;
}
