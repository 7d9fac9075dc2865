import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromDayNumber, isCalendarDate, toDayNumber, weekdayOf } from './calendar-date';

it('counts days as the calendar does', () => {
  expect(toDayNumber('1970-01-01')).toBe(0);
  expect(toDayNumber('2000-03-01') - toDayNumber('2000-02-28')).toBe(2);
  expect(toDayNumber('1900-03-01') - toDayNumber('1900-02-28')).toBe(1);
  expect(weekdayOf(toDayNumber('2024-01-01'))).toBe(0);
});

it('refuses what is no date', () => {
  for (const bad of ['2023-02-29', '2024-13-01', '2024-1-1', '2024-01-01T00:00', '', '2024-00-10']) expect(isCalendarDate(bad)).toBe(false);
});

it('round-trips every day of four centuries (property)', () => {
  fc.assert(fc.property(fc.integer({ min: -80_000, max: 80_000 }), (n) => toDayNumber(fromDayNumber(n)) === n));
});
