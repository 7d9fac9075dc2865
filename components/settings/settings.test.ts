import { expect, it } from 'vitest';
import { bookConfigSchema, makeBookConfig } from '@/server/books/book-config';
import { RULES } from '@/server/monitor/rules';
import { COST_SETTINGS } from './cost-settings';
import { lastChanges, valueAt, withValueAt } from './last-changes';
import { changesOf, faultOf, leapOf, otherReading, type SettingRow, textOf, wordsOf } from './setting-row';
import { shownUnit } from '../shown-unit';

const row: SettingRow = { name: 'daily_loss', label: 'Daily loss', meaning: '', unit: '%', shift: 2, value: 0.03, standard: 0.04, min: 0.001, max: 1, lastChange: null };
const tau: SettingRow = { name: 'tau', label: 'τ', meaning: '', unit: '%', shift: -2, whole: true, value: 2000, standard: 2000, min: 1, max: 10_000, lastChange: null };

it('what is typed is in the unit that the screens show: 4 is 4 %, with or without the sign', () => {
  for (const text of ['4', ' 4 ', '4.0', '4 %', '4%']) expect(changesOf([row], { daily_loss: text }), text).toEqual({ daily_loss: 0.04 });
  expect(changesOf([tau], { tau: '15' })).toEqual({ tau: 1500 });
  expect(textOf(row, 0.07)).toBe('7');
  expect(wordsOf(tau, 2000)).toBe('20 %');
});

it('only sound values that differ are saved, and a field put back to what it showed is unchanged', () => {
  expect(changesOf([row], { daily_loss: '3.0' })).toEqual({});
  expect(changesOf([row], { daily_loss: '101' })).toEqual({});
  const fitted = { ...row, value: 0.08123456789012345, min: 0 };
  expect(changesOf([fitted], { daily_loss: textOf(fitted, fitted.value) })).toEqual({});
});

it('every value of up to eight decimals comes back from its text as the same number', () => {
  for (let i = 1; i < 100_000_000; i = i * 3 + 7) {
    const stored = Number(`${i}e-8`);
    expect(changesOf([{ ...row, value: -1, min: 0, max: 1 }], { daily_loss: textOf(row, stored) })).toEqual({ daily_loss: stored });
  }
});

it('a fault names the setting, the value and what to type', () => {
  expect(faultOf(row, '400')).toBe('Daily loss cannot be 400 %. Type 0.1 to 100.');
  expect(faultOf(row, '')).toBe('Daily loss is empty. Type a number; now it is 3 %.');
  for (const text of ['4,5', '0x4', 'Infinity', '4 bp', '1e1']) expect(faultOf(row, text), text).toBe(`Daily loss: “${text}” is no number. Type digits with a point, such as 3 for 3 %.`);
  expect(faultOf(tau, '20.005')).toBe('τ cannot be 20.005 %. Its smallest step is 0.01 %.');
  expect(faultOf(tau, '20.01')).toBe(null);
});

it('nobody gets a hundredth out of habit: 0.04 says what it is, and what to type for 4 %', () => {
  expect(faultOf(row, '0.04')).toBe('Daily loss cannot be 0.04 %. Type 0.1 to 100. If you mean 4 %, type 4.');
  expect(faultOf(row, '0.2')).toBe(null);
  expect(otherReading(row, '0.2')).toBe('This is 0.2 %. If you mean 20 %, type 20.');
  expect(otherReading(row, '4')).toBe(null);
  expect(faultOf(tau, '1500')).toBe('τ cannot be 1,500 %. Type 0.01 to 100. If you mean 15 %, type 15.');
  expect(leapOf(0.04, 0.004)).toBe('1/10 of what it is now');
  expect(leapOf(0.04, 0.4)).toBe('10 times as much as now');
  expect(leapOf(0.04, 0.05)).toBe(null);
});

it('every unit of a rule that is a share is shown in percent, with the range its rule has', () => {
  for (const rule of RULES) {
    const { unit, shift } = shownUnit(rule.unit);
    expect(unit, rule.name).not.toMatch(/ratio|share/);
    expect(shift, rule.name).toBe(unit.startsWith('%') ? 2 : 0);
  }
});

it('finds the newest change of each value by what differed', () => {
  const rows = [
    { at: 30, actorName: 'Ada', detail: { before: { a: { b: 1 }, c: 2 }, after: { a: { b: 1 }, c: 3 } } },
    { at: 20, actorName: 'Bo', detail: { before: { a: { b: 0 }, c: 1 }, after: { a: { b: 1 }, c: 2 } } },
  ];
  expect(lastChanges(rows, ['a.b', 'c', 'd'])).toEqual({ 'a.b': { at: 20, by: 'Bo' }, c: { at: 30, by: 'Ada' } });
});

it('every cost on the screen stands in the configuration, and its range is one the schema accepts', () => {
  const config = makeBookConfig('cn-a');
  for (const setting of COST_SETTINGS) {
    expect(typeof valueAt(config, setting.name), setting.name).toBe('number');
    for (const edge of [setting.min, setting.max]) expect(bookConfigSchema.safeParse(withValueAt(config, setting.name, edge)).success, `${setting.name} = ${edge}`).toBe(true);
  }
});
