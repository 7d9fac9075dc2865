import { expect, it } from 'vitest';
import { bookConfigSchema, makeBookConfig } from '@/server/books/book-config';
import { COST_SETTINGS } from './cost-settings';
import { lastChanges, valueAt, withValueAt } from './last-changes';
import { changesOf, faultOf, type SettingRow } from './setting-row';

const row: SettingRow = { name: 'daily_loss', label: 'Daily loss', meaning: '', unit: '%', value: 3, standard: 3, min: 0.1, max: 50, lastChange: null };

it('only sound values that differ are saved', () => {
  expect(changesOf([row], { daily_loss: ' 4 ' })).toEqual({ daily_loss: 4 });
  expect(changesOf([row], { daily_loss: '3.0' })).toEqual({});
  expect(changesOf([row], { daily_loss: '99' })).toEqual({});
  expect(faultOf(row, '99')).toBe('must be 0.1 to 50 %');
  expect(faultOf(row, '')).toBe('must be a number');
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
