import { expect, it } from 'vitest';
import { importBars } from '../import-bars';

const DAYS = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-08'];
const NAMES = ['600000', '600001', '600002', '600003'];
const HEAD = 'date,symbol,open,high,low,close,volume,tradestatus\n';
const row = (day: string, symbol: string, traded = true): string => `${day},${symbol},10,10,10,10,${traded ? 100 : 0},${traded ? 1 : 0}`;
const file = (name: string, lines: readonly string[]) => ({ name, bytes: new TextEncoder().encode(`${HEAD}${lines.join('\n')}\n`) });
const early = (...files: { name: string; bytes: Uint8Array }[]) => importBars(files, { market: 'm' }).ledger.findings.filter((f) => f.kind === 'ends-early');
const bySymbol = NAMES.flatMap((symbol) => DAYS.map((day) => row(day, symbol)));
const byDay = DAYS.flatMap((day) => NAMES.map((symbol) => row(day, symbol)));

it('a whole file has none, by symbol or by day', () => {
  expect([...early(file('a.csv', bySymbol)), ...early(file('a.csv', byDay))]).toEqual([]);
});

it('rows by symbol, cut at the end of a row: the last symbol stops before the others, with the evidence', () => {
  expect(early(file('a.csv', bySymbol.slice(0, -2)))).toEqual([{
    kind: 'ends-early', symbol: '600003', date: '2024-01-04', detail: expect.stringMatching(/a\.csv ends on this day with a traded bar, 2 sessions before the others of the market \(2024-01-08\): delisted, or the file was cut off/),
    evidence: { line: 19, rows: 18, missing_sessions: 2, others_end: '2024-01-08' },
  }]);
});

it('rows by day, cut at the end of a row: the names that stood after the last one are missing', () => {
  expect(early(file('a.csv', byDay.slice(0, -2)))).toMatchObject([{ symbol: '600001', date: '2024-01-08', evidence: { line: 19, names: 2, names_before: 4, missing_names: 2 } }]);
});

it('one file a symbol: the short one', () => {
  const files = NAMES.map((symbol, k) => file(`${symbol}.csv`, DAYS.slice(0, k === 2 ? 3 : 5).map((day) => row(day, symbol))));
  expect(early(...files).map((f) => `${f.symbol} ${f.date}`)).toEqual(['600002 2024-01-04']);
});

it('is silent where the data explains it: a suspension, a symbol that another file goes on with, a single symbol, newest first', () => {
  expect(early(file('a.csv', [...bySymbol.slice(0, -3), row(DAYS[2]!, '600003', false)]))).toEqual([]);
  expect(early(file('1.csv', bySymbol.slice(0, -2)), file('2.csv', bySymbol.slice(-2)))).toEqual([]);
  expect(early(file('a.csv', bySymbol.slice(0, 3)))).toEqual([]);
  expect(early(...NAMES.map((symbol) => file(`${symbol}.csv`, [...DAYS].reverse().map((day) => row(day, symbol)))))).toEqual([]);
});
