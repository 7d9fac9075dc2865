import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignByDate } from './align-by-date';
import { computeMetrics } from './compute-metrics';
import { drawdownEpisodes, drawdownSeries, maxDrawdown, maxDrawdownOfSum, wealthPath } from './drawdown';

const m = (r: number[], b?: number[]): ReturnType<typeof computeMetrics>['metrics'] => computeMetrics(r, b ? { benchmark: b } : {}).metrics;
const sampleReturn = fc.double({ min: -0.2, max: 0.2, noNaN: true });

describe('drawdown', () => {
  it('I-01 I-02 counts the first-day loss: the initial capital is a peak', () => {
    expect(m([-0.1, -1 / 6]).mdd_with_initial).toBeCloseTo(-0.25, 14);
    expect(m([-0.1, -1 / 6]).mdd_without_initial).toBeCloseTo(-1 / 6, 14);
    const series = [...drawdownSeries([-0.1, -1 / 6])];
    expect(series[0]).toBeCloseTo(-0.1, 14);
    expect(series[1]).toBeCloseTo(-0.25, 14);
  });
  it('I-03 I-05 takes paths as paths and returns as returns, never guessing', () => {
    expect(maxDrawdown([5000, 5100, 4900, 5200, 4800, 5050])).toBeCloseTo(-0.0769230769231, 12);
    expect(maxDrawdown([50, 55, 52, 60, 54, 58])).toBeCloseTo(-0.1, 14);
    expect(maxDrawdown([1, 5, 4, 3, 2])).toBeCloseTo(-0.6, 14);
  });
  it('I-04 measures amounts from the start at 0 when all lose', () => {
    expect(maxDrawdownOfSum([-10, -20])).toBe(-30);
  });
  it('I-07 I-09 recovers on touching the old peak; an open one has no recovery', () => {
    expect(drawdownEpisodes([100, 90, 100, 100])).toEqual([{ peak: 0, trough: 1, recovery: 2, depth: 90 / 100 - 1 }]);
    expect(drawdownEpisodes([100, 90, 100, 80])[1]).toMatchObject({ peak: 2, trough: 3, recovery: null });
  });
  it('I-08 compounds: [.5, −.2, −.2] falls 36 %, the sum says 40 %', () => {
    expect(m([0.5, -0.2, -0.2]).mdd_with_initial).toBeCloseTo(-0.36, 14);
    expect(m([0.5, -0.2, -0.2]).mdd_sum).toBeCloseTo(-0.4, 14);
  });
  it('I-47 marks to market every bar', () => {
    expect(m([-0.1, 1 / 0.9 - 1]).mdd_with_initial).toBeCloseTo(-0.1, 14);
  });
  it('is the deepest episode, and scale-free (property)', () => {
    fc.assert(fc.property(fc.array(sampleReturn, { minLength: 1, maxLength: 60 }), fc.double({ min: 0.01, max: 1e6, noNaN: true }), (r, scale) => {
      const path = wealthPath(r);
      const deepest = Math.min(0, ...drawdownEpisodes(path).map((e) => e.depth));
      expect(maxDrawdown(path)).toBeCloseTo(deepest, 12);
      expect(maxDrawdown(path.map((v) => v * scale))).toBeCloseTo(deepest, 10);
      expect(Math.min(0, ...drawdownSeries(r))).toBeCloseTo(deepest, 12);
    }));
  });
});

describe('Sharpe and annualisation', () => {
  it('I-11 prints the formula beside the number: CAGR / volatility is not the Sharpe ratio', () => {
    const { metrics, headline } = computeMetrics([0.02, -0.01, 0.015, 0.01, -0.005]);
    expect(Math.abs(metrics.ann_geo252! / metrics.vol_ddof1! - metrics.sharpe_rf0!)).toBeGreaterThan(1);
    for (const { definition } of Object.values(headline)) expect(definition).toMatch(/mean|sd|peak/);
    expect(headline.sharpe.definition).toBe('(mean − rf / 252) / sd (n − 1) × √252');
  });
  it('I-14 sum × 238, product over 238 and product over 252 are three figures with three names', () => {
    const r = Array.from({ length: 120 }, (_, i) => 0.01 * Math.sin(i * i) + 0.0006);
    const sum = r.reduce((a, x) => a + x, 0);
    const product = r.reduce((a, x) => a * (1 + x), 1);
    const { metrics } = computeMetrics(r);
    expect(metrics.ann_arith238).toBeCloseTo((sum / 120) * 238, 13);
    expect(metrics.ann_geo238).toBeCloseTo(product ** (238 / 120) - 1, 13);
    expect(metrics.ann_geo252).toBeCloseTo(product ** (252 / 120) - 1, 13);
    expect(computeMetrics(r, { preset: 'qlib' }).headline.annual_return).toEqual({ value: metrics.ann_arith238, definition: 'arithmetic mean × 238' });
  });
  it('I-12 subtracts an annual rate once: the rate moves Sharpe by rf / volatility', () => {
    const r = [0.01, -0.005, 0.007, 0.002, -0.003];
    const a = computeMetrics(r, { rf: 0.02 }).metrics;
    expect(a.sharpe_rf135!).toBeCloseTo(a.sharpe_rf0! - 0.02 / a.vol_ddof1!, 12);
  });
  it('I-13 rf changes neither growth nor volatility', () => {
    const r = [0.01, -0.005, 0.007];
    const [a, b] = [computeMetrics(r, { rf: 0 }).metrics, computeMetrics(r, { rf: 0.5 }).metrics];
    for (const key of ['cum', 'ann_geo252', 'ann_arith252', 'vol_ddof1'] as const) expect(a[key]).toBe(b[key]);
  });
  it('I-15 losses give a negative Sharpe, not 0', () => {
    expect(m([-0.01, -0.02, -0.005]).sharpe_rf0).toBeLessThan(0);
  });
  it('I-18 keeps the first day: the return on the initial capital', () => {
    const balances = [1e6, 9e5, 9.09e5, 9.181e5];
    const r = balances.slice(1).map((b, i) => b / balances[i]! - 1);
    expect(m(r).ann_arith252! / 252).toBeCloseTo(-0.0266629996333, 12);
    expect(Math.sign(m(r).sharpe_rf0!)).not.toBe(Math.sign(m(r.slice(1)).sharpe_rf0!));
  });
  it('I-21 constant returns have no Sharpe, whatever the rounding', () => {
    const report = computeMetrics(Array.from({ length: 10 }, () => 0.001));
    expect(report.metrics.sharpe_rf0).toBeNull();
    expect(report.causes.sharpe_rf0).toBe('the returns are constant');
    expect(m([0, 0, 0]).sharpe_rf0).toBeNull();
    expect(m([0.01]).sharpe_rf0).toBeNull();
  });
  it('I-61 tells on how many days a figure stands, and says so where they do not suffice', () => {
    const report = computeMetrics([0.01], { benchmark: [0.02] });
    expect(report.metrics).toMatchObject({ n: 1, sharpe_rf0: null, ann_arith252: null, ols_beta: null, ir60_last: null });
    expect(report.causes).toMatchObject({ sharpe_rf0: 'fewer than two returns', ols_beta: 'fewer than three returns', ir60_last: 'fewer than 60 returns' });
  });
  it('I-55 reads [.5, 1.2, .3] as returns, never as prices', () => {
    expect(m([0.5, 1.2, 0.3]).sharpe_rf0).toBeCloseTo(22.394029055, 8);
    expect(m([0.5, 1.2, 0.3]).mdd_with_initial).toBe(0);
  });
});

describe('degenerate input', () => {
  it('ruin: −100 % is final and finite', () => {
    const r = m([0.01, -1, 0.05], [0.01, 0.02, 0.03]);
    expect([r.cum, r.ann_geo252, r.mdd_with_initial]).toEqual([-1, -1, -1]);
    expect(r.ir_log).toBeNull();
  });
  it('a series that never loses has no drop, drawdown ratio or profit factor, and says so; 0 would be a figure', () => {
    for (const returns of [[0.01, 0.02, 0.03], [0, 0.02, 0.03], [0, 0.01]]) {
      const { metrics, causes } = computeMetrics(returns);
      expect([metrics.max_daily_drop, metrics.profit_factor, metrics.calmar_geo, metrics.mdd_with_initial]).toEqual([null, null, null, 0]);
      expect(causes).toMatchObject({ max_daily_drop: 'there is no negative return', profit_factor: 'there is no negative return', calmar_geo: 'there is no drawdown' });
    }
  });
  it('growth by the calendar counts from the day before the first return; a day suffices, none does not', () => {
    const grown = (dates: readonly string[], baseDate?: string) => computeMetrics([0.01, 0.01], { dates, ...(baseDate === undefined ? {} : { baseDate }) });
    expect(grown(['2024-01-02', '2024-01-03']).metrics.ann_geo_calendar).toBeCloseTo(1.0201 ** (365 / 2) - 1, 10);
    expect(grown(['2024-01-02', '2024-01-03'], '2024-01-02').metrics.ann_geo_calendar).toBeCloseTo(1.0201 ** 365 - 1, 8);
    expect(grown(['2024-01-02', '2024-01-03'], '2024-01-03').causes.ann_geo_calendar).toBe('the dates span no day');
  });
  it('NaN is refused by position, empty gives null with a cause', () => {
    expect(() => m([0.01, Number.NaN, 0.02])).toThrow(/returns\[1\] is NaN/);
    const empty = computeMetrics([]);
    expect(empty.metrics).toMatchObject({ n: 0, cum: null, sharpe_rf0: null });
    expect(empty.causes.cum).toBe('there are no returns');
    expect(computeMetrics([0.01, 0.02]).causes.ols_beta).toBe('no benchmark was given');
  });
  it('every metric is finite or null with a cause, and the order of days does not move the moments (property)', () => {
    const anyReturn = fc.oneof(sampleReturn, fc.constantFrom(0, -1, 1e-300, 5, -0));
    fc.assert(fc.property(fc.array(fc.tuple(anyReturn, anyReturn), { maxLength: 80 }), (pairs) => {
      const report = computeMetrics(pairs.map((p) => p[0]), { benchmark: pairs.map((p) => p[1]) });
      for (const [key, value] of Object.entries(report.metrics)) {
        expect(value === null || Number.isFinite(value)).toBe(true);
        expect(value === null).toBe(key in report.causes);
      }
      const turned = computeMetrics(pairs.map((p) => p[0]).reverse()).metrics;
      expect(turned.ann_arith252 ?? 0).toBeCloseTo(report.metrics.ann_arith252 ?? 0, 9);
    }), { numRuns: 200 });
  });
});

describe('alignment', () => {
  const dates = ['2024-01-02', '2024-01-03', '2024-01-04'];
  it('I-23 joins by date, counts what only one side has, refuses duplicates', () => {
    const joined = alignByDate({ dates, values: [1, 2, 3] }, { dates: ['2024-01-04', '2024-01-02', '2024-01-05'], values: [30, 10, 40] });
    expect(joined).toEqual({ dates: ['2024-01-02', '2024-01-04'], left: Float64Array.of(1, 3), right: Float64Array.of(10, 30), onlyLeft: ['2024-01-03'], onlyRight: ['2024-01-05'] });
    expect(() => alignByDate({ dates: [dates[0]!, dates[0]!], values: [1, 2] }, { dates, values: [1, 2, 3] })).toThrow(/2024-01-02 occurs twice in the left series \(rows 1 and 2\)/);
  });
  it('I-24 refuses instants: a date is a calendar string', () => {
    expect(() => alignByDate({ dates: ['2022-02-01T00:00+08:00'], values: [1] }, { dates, values: [1, 2, 3] })).toThrow(/not a calendar date/);
  });
});
