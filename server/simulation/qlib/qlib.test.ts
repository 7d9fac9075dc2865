import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tinyMarket } from '@/server/execution/tiny-market';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import type { Panel } from '@/server/market/panel';
import { pickTrades } from './pick-trades';
import { qlibRisk, qlibRiskTable } from './risk';
import { runQlib } from './run-qlib';
import { QLIB_DEFAULTS } from './types';

const dates = ['2024-01-02', '2024-01-03', '2024-01-04'];
const options = { ...QLIB_DEFAULTS, initialCash: 100_000, topk: 1, nDrop: 1 };
const flat = [{ close: 10 }, { close: 10 }, { close: 10 }];

it('account_t / account_{t−1} = 1 + return − cost, on every day', () => {
  const panel = generateSyntheticMarket({ seed: 3, symbols: 30, years: 1 });
  const { days } = runQlib({ panel, options: { ...QLIB_DEFAULTS, topk: 10, nDrop: 3 }, scores: (day) => Float64Array.from(panel.symbols, (_, i) => Math.sin(day * 7 + i * 13)) });
  let before = QLIB_DEFAULTS.initialCash;
  for (const day of days) {
    expect(Math.abs(day.account / before - (1 + day.return - day.cost))).toBeLessThan(1e-12);
    before = day.account;
  }
});

it('trades nothing in a name that is suspended or at its limit, either way', () => {
  for (const bars of [{ sh600000: [{ close: 10 }, { close: 11 }, { close: 11 }] }, { sh600000: [{ close: 10 }, { close: 9 }, { close: 9 }] }, { sh600000: [{ close: 10 }, { close: 10, suspended: true }, { close: 10 }] }]) {
    const { days } = runQlib({ panel: tinyMarket(dates, bars), options, scores: () => Float64Array.of(1), to: dates[1]! });
    expect(days[0]).toMatchObject({ value: 0, cash: 100_000, totalCost: 0 });
  }
});

it('charges the least fee, buys whole lots at 95 % of the cash, and keeps the rest', () => {
  const { days, positions } = runQlib({ panel: tinyMarket(dates, { sh600000: flat }), options: { ...options, initialCash: 3000 }, scores: () => Float64Array.of(1), to: dates[1]! });
  expect(days[0]).toMatchObject({ totalTurnover: 2000, totalCost: 5, cash: 995, account: 2995, bench: null });
  expect(positions).toEqual([{ symbol: 'sh600000', adjAmount: 200, adjPrice: 10, weight: 2000 / 2995 }]);
});

it('a name without a score is the first to be sold; buys replace it in the same day, from the cash of the sale', () => {
  expect(pickTrades([0, 1], Float64Array.of(Number.NaN, 0.1, 0.2), 2, 1)).toEqual({ sell: new Set([0]), buy: [2] });
  expect(pickTrades([], Float64Array.of(0.3, 0.1, 0.2), 2, 1)).toEqual({ sell: new Set(), buy: [0, 2] });
});

it('later bars change no earlier day (truncation), whatever the scores', () => {
  const panel = generateSyntheticMarket({ seed: 5, symbols: 12, years: 1 });
  const n = panel.symbols.length;
  fc.assert(fc.property(fc.integer({ min: 30, max: 200 }), fc.integer(), (cut, salt) => {
    const short: Panel = { ...panel, dates: panel.dates.slice(0, cut), fields: Object.fromEntries(Object.entries(panel.fields).map(([k, v]) => [k, v.slice(0, cut * n)])) as Panel['fields'], status: panel.status.slice(0, cut * n), flags: panel.flags.slice(0, cut * n), benchmark: panel.benchmark!.slice(0, cut) };
    const scores = (day: number) => Float64Array.from({ length: n }, (_, i) => Math.sin(day * 3 + i * 5 + salt));
    const run = (market: Panel) => runQlib({ panel: market, options: { ...options, topk: 5, nDrop: 2 }, scores }).days;
    expect(run(short)).toEqual(run(panel).slice(0, cut - 1));
  }), { numRuns: 20, seed: 1 });
});

it('I-08: drawdown of the running sum is Qlib\'s; a day without a benchmark leaves the excess rows out', () => {
  expect(qlibRisk([0.5, -0.2, -0.2], 238).maxDrawdown).toBeCloseTo(-0.4, 15);
  expect(qlibRisk([0.01], 238)).toMatchObject({ std: null, informationRatio: null });
  const { days } = runQlib({ panel: tinyMarket(dates, { sh600000: flat }), options, scores: () => Float64Array.of(1) });
  expect(qlibRiskTable(days, 238).excessWithCost).toBeNull();
});

it('says which dates have no day that trades', () => {
  expect(() => runQlib({ panel: tinyMarket(dates, { sh600000: flat }), options, scores: () => Float64Array.of(1), from: '2030-01-01' })).toThrow(/no day that trades/);
});
