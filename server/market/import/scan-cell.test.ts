import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromDayNumber } from '@/server/contracts/calendar-date';
import { MALFORMED, STAMP_DAY, scanDate, scanNumber } from './scan-cell';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const number = (text: string): number => scanNumber(bytes(text), 0, bytes(text).length);
const date = (text: string, order: 'mdy' | 'dmy' | null = null): string | number => {
  const stamp = scanDate(bytes(text), 0, bytes(text).length, order);
  return Number.isFinite(stamp) ? `${fromDayNumber(Math.floor(stamp / STAMP_DAY))}+${stamp % STAMP_DAY}` : stamp;
};

it('reads the same double as Number() for any finite number (property)', () => {
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (x) => Object.is(number(String(x)), Number(String(x)))), { numRuns: 2000 });
  fc.assert(fc.property(fc.integer({ min: 0, max: 10 ** 12 }), fc.integer({ min: 0, max: 6 }), (m, d) => number((m / 10 ** d).toFixed(d)) === Number((m / 10 ** d).toFixed(d))), { numRuns: 2000 });
});

it('knows missing from malformed', () => {
  for (const text of ['', ' ', '-', '--', 'NaN', 'null', 'None', 'N/A']) expect(number(text)).toBeNaN();
  for (const text of ['abc', '1.2.3', '12,34', '0x10', 'Infinity', '1e', '1 2']) expect(number(text)).toBe(MALFORMED);
  expect([number(' 12.50 '), number('1,234,567.5'), number('-3'), number('+4'), number('1.5e3'), number('\t7')]).toEqual([12.5, 1234567.5, -3, 4, 1500, 7]);
});

it('takes the calendar day as written: a time zone never shifts it (user-cases I-24)', () => {
  for (const text of ['2022-02-01', '20220201', '2022/2/1', '2022.02.01', '2022年2月1日']) expect(date(text)).toBe('2022-02-01+0');
  expect(date('2022-02-01 00:00+08:00')).toBe('2022-02-01+1');
  expect(date('2022-02-01T23:59:59Z')).toBe('2022-02-01+86400');
  expect(date('2022-02-01T09:30:00.000-0500')).toBe(`2022-02-01+${9.5 * 3600 + 1}`);
  expect(date('02/01/2022', 'mdy')).toBe('2022-02-01+0');
  expect(date('02/01/2022', 'dmy')).toBe('2022-01-02+0');
  for (const bad of ['2022-02-29', '2022-13-01', '02/01/2022', 'yesterday', '1643673600', '2022-2']) expect(date(bad)).toBe(MALFORMED);
});
