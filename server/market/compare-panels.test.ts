import { expect, it } from 'vitest';
import { comparePanels } from './compare-panels';
import { importBars } from './import-bars';
import type { Panel } from './panel';

const DAYS = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
const panel = (closes: Record<string, readonly number[]>, from = 0): Panel =>
  importBars(Object.entries(closes).map(([symbol, list]) => ({ name: `${symbol}.csv`, bytes: new TextEncoder().encode(`date,open,high,low,close,volume\n${list.map((c, i) => `${DAYS[from + i]},${c},${c},${c},${c},5\n`).join('')}`) })), { market: 'm' }).panel;

it('a market that grows at its ends or by a symbol changes nothing of what was', () => {
  const before = panel({ 600000: [10, 11] }, 1);
  expect(comparePanels(before, panel({ 600000: [9, 10, 11, 12], 600001: [5, 5, 5, 5] }))).toMatchObject({ goneBars: 0, otherKind: false, was: { bars: 2, symbols: 1 }, addedDays: 2, addedSymbols: 1, changedBars: 0, firstChange: null });
  expect(comparePanels(before, before)).toMatchObject({ addedDays: 0, addedSymbols: 0, changedBars: 0, firstChange: null });
});

it('counts bars that are other or gone, and names the first', () => {
  const before = panel({ 600000: [10, 11, 12], 600001: [5, 6, 7] });
  // A close that changes is also the preclose of the next day.
  expect(comparePanels(before, panel({ 600000: [10, 11.5, 12], 600001: [5, 6, 7] }))).toMatchObject({ changedBars: 2, firstChange: { date: DAYS[1], symbol: '600000' } });
  expect(comparePanels(before, panel({ 600001: [5, 6] }))).toMatchObject({ changedBars: 4, goneBars: 4, firstChange: { date: DAYS[0], symbol: '600000' } });
});
