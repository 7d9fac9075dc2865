import { expect, it } from 'vitest';
import { formatBp, formatDuration, formatMoney, formatMoneyShort, formatNumber, formatP, formatPercent, formatSpan, formatTime, NO_VALUE } from './format';

it('shows absent and non-finite values as a dash, never as zero', () => {
  for (const bad of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect([formatNumber(bad), formatPercent(bad), formatMoney(bad), formatBp(bad), formatP(bad), formatTime(bad, 'UTC')]).toEqual(Array(6).fill(NO_VALUE));
  }
});

it('prints money from integer fen with a true minus sign', () => {
  expect(formatMoney(123_456)).toBe('¥1,234.56');
  expect(formatMoney(-5, 'USD', true)).toBe('−$0.05');
  expect(formatMoney(5, 'CNY', true)).toBe('+¥0.05');
  expect(formatMoneyShort(12_345_678_900)).toBe('¥123.46M');
});

it('gives a number that rounds to zero no sign', () => {
  expect(formatPercent(-0.000001, 2, true)).toBe('0.00%');
  expect(formatNumber(0, 1, true)).toBe('0.0');
});

it('formats ratios, basis points, p-values and spans', () => {
  expect(formatPercent(-0.0123)).toBe('−1.23%');
  expect(formatBp(0.00123)).toBe('12.3 bp');
  expect(formatP(4.9243e-110)).toBe('4.9e−110');
  expect(formatP(0.0914)).toBe('0.091');
  expect([formatSpan(4_900), formatSpan(61_000), formatSpan(7_300_000), formatSpan(90_000_000)]).toEqual(['4 s', '1 min', '2 h', '1 d']);
  expect([formatDuration(0), formatDuration(0.42), formatDuration(9.97)]).toEqual(['< 0.1 ms', '0.4 ms', '10 ms']);
  expect([formatDuration(84.4), formatDuration(2_310), formatDuration(185_000)]).toEqual(['84 ms', '2.31 s', '3 min 05 s']);
});

it('prints the same instant in the zone that was asked for', () => {
  const at = Date.UTC(2026, 10, 30, 15, 4, 5);
  expect(formatTime(at, 'UTC', true)).toBe('2026-11-30 15:04:05');
  expect(formatTime(at, 'Asia/Shanghai')).toBe('2026-11-30 23:04');
});
