import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bootstrapSharpe } from './bootstrap-sharpe';
import { bucketSeries } from './bucket-series';
import { drawdownEpisodes, drawdownFacts, maxDrawdown, wealthPath } from './drawdown';
import { flowNeutralReturns } from './flow-returns';
import { quantileLinear } from './moments';
import { monthlyTable } from './monthly-table';
import { fitOls } from './ols';
import { robustZ } from './robust-z';
import { rollingBeta, rollingRatio, rollingRatioRange, rollingVolatility } from './rolling';
import { lnGamma, normalQuantile, normalTwoSidedP, studentTwoSidedP, studentTwoSidedQuantile } from './special-functions';

/** Small generator for tests: Lehmer 48271. */
const lehmer = (seed: number): (() => number) => {
  let s = seed;
  return () => {
    s = (s * 48271) % 2147483647;
    return s / 2147483647;
  };
};
const small = fc.double({ min: -0.1, max: 0.1, noNaN: true });

it('p-values: textbook values, and tails far below the smallest 1 − cdf', () => {
  expect(studentTwoSidedP(2.776445105, 4)).toBeCloseTo(0.05, 9);
  expect(studentTwoSidedP(0, 10)).toBe(1);
  expect(studentTwoSidedQuantile(0.05, 4)).toBeCloseTo(2.776445105, 8);
  expect(studentTwoSidedQuantile(0.05, 1)).toBeCloseTo(Math.tan((0.95 * Math.PI) / 2), 9);
  expect(normalTwoSidedP(1.959963984540054)).toBeCloseTo(0.05, 14);
  // 2·Φ(−10) = 1.523970604832106e-23 (scipy); erfc tail in logs.
  expect(normalTwoSidedP(10) / 1.523970604832106e-23).toBeCloseTo(1, 10);
  expect(studentTwoSidedP(40, 1000)).toBeGreaterThan(0);
  expect(lnGamma(0.5)).toBeCloseTo(Math.log(Math.sqrt(Math.PI)), 14);
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 12);
});

it('quantile is numpy’s linear one, whatever the order (property)', () => {
  fc.assert(fc.property(fc.array(small, { minLength: 1, maxLength: 50 }), fc.double({ min: 0, max: 1, noNaN: true }), (x, q) => {
    const sorted = [...x].sort((a, b) => a - b);
    const at = q * (x.length - 1);
    const low = sorted[Math.floor(at)]!;
    const expected = low + (at - Math.floor(at)) * ((sorted[Math.floor(at) + 1] ?? low) - low);
    expect(quantileLinear(x, q)).toBeCloseTo(expected, 14);
  }));
});

it('OLS finds the planted plane and is null where there is nothing to find', () => {
  const u = lehmer(7);
  const x1 = Array.from({ length: 300 }, u);
  const x2 = Array.from({ length: 300 }, u);
  const y = x1.map((v, i) => 0.5 + 2 * v - 3 * x2[i]! + 1e-3 * (u() - 0.5));
  const fit = fitOls(y, [x1, x2])!;
  expect(fit.intercept.value).toBeCloseTo(0.5, 3);
  expect(fit.slopes.map((s) => Math.round(s.value * 1000) / 1000)).toEqual([2, -3]);
  expect(fitOls(y, [x1, x1])).toBeNull();
  expect(fitOls([1, 2], [[1, 2]])).toBeNull();
  expect(fitOls([1, 2, 3, 4], [[5, 5, 5, 5]])).toBeNull();
  expect(() => fitOls([1, 2, 3], [[1, 2]])).toThrow(/align/);
});

it('rolling windows equal the window computed alone (property)', () => {
  fc.assert(fc.property(fc.array(fc.tuple(small, small), { minLength: 8, maxLength: 60 }), fc.integer({ min: 3, max: 8 }), (pairs, w) => {
    const x = pairs.map((p) => p[0]);
    const b = pairs.map((p) => p[1]);
    const ratio = rollingRatio(x, w, 252);
    const vol = rollingVolatility(x, w, 252);
    const beta = rollingBeta(x, b, w);
    for (let i = w - 1; i < x.length; i++) {
      const part = x.slice(i - w + 1, i + 1);
      const mean = part.reduce((s, v) => s + v, 0) / w;
      const sd = Math.sqrt(part.reduce((s, v) => s + (v - mean) ** 2, 0) / (w - 1));
      expect(vol[i]!).toBeCloseTo(sd * Math.sqrt(252), 7);
      if (sd > 1e-4) expect(ratio[i]!).toBeCloseTo((mean / sd) * Math.sqrt(252), 6);
      const bench = b.slice(i - w + 1, i + 1);
      const meanB = bench.reduce((s, v) => s + v, 0) / w;
      const sxx = bench.reduce((s, v) => s + (v - meanB) ** 2, 0);
      if (sxx > 1e-8) expect(beta[i]!).toBeCloseTo(bench.reduce((s, v, k) => s + (v - meanB) * (part[k]! - mean), 0) / sxx, 4);
    }
    expect(ratio[w - 2]).toBeNaN();
  }));
});

it('I-58: a window knows only its own rows: wild or tiny values before it, and a constant window after others, leave no trace (property)', () => {
  const wild = fc.constantFrom(1e4, -1e4, 9.54e8, 1e-9);
  fc.assert(fc.property(fc.array(fc.oneof(small, wild), { maxLength: 40 }), fc.array(fc.tuple(small, small), { minLength: 6, maxLength: 6 }), (before, pairs) => {
    const [own, other] = [pairs.map((p) => p[0]), pairs.map((p) => p[1])];
    const long = [[...before, ...own], [...before, ...other]] as const;
    const near = (got: number | undefined, alone: number | undefined): void => {
      if (Number.isNaN(alone)) expect(got).toBeNaN();
      else expect(Math.abs(got! - alone!)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(alone!)));
    };
    // A spread far below the values is rounding noise in any order of adding.
    const sd = rollingVolatility(own, 6, 1)[5]!;
    const sdOther = rollingVolatility(other, 6, 1)[5]!;
    fc.pre(sd > 1e-6 && sdOther > 1e-6);
    near(rollingRatio(long[0], 6, 252).at(-1), rollingRatio(own, 6, 252)[5]);
    near(rollingVolatility(long[0], 6, 252).at(-1), sd * Math.sqrt(252));
    near(rollingBeta(long[0], long[1], 6).at(-1), rollingBeta(own, other, 6)[5]);
  }), { numRuns: 300 });
  const flat = Float64Array.from({ length: 29 }, (_, i) => (i < 20 ? Math.sin(i) / 50 : 0.0001));
  expect(rollingRatio(flat, 6, 252).slice(25)).toEqual(Float64Array.of(Number.NaN, Number.NaN, Number.NaN, Number.NaN));
});

it('I-21: the bootstrap of flat returns has no interval, whatever the rounding', () => {
  for (const value of [0.001, 0.1, 1 / 3, -0.07]) expect(bootstrapSharpe(new Float64Array(37).fill(value), { uniform: lehmer(3) })).toBeNull();
});

it('buckets keep ends, extremes and gaps within the limit (property)', () => {
  fc.assert(fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: small }, { weight: 1, arbitrary: fc.constant(Number.NaN) }), { minLength: 1, maxLength: 400 }), fc.integer({ min: 8, max: 60 }), (values, limit) => {
    for (const kind of ['line', 'band', 'bar'] as const) {
      const points = bucketSeries(values, limit, kind);
      expect(points.length).toBeLessThanOrEqual(Math.max(limit, 1));
      expect(points.every((p, i) => i === 0 || p.index > points[i - 1]!.index)).toBe(true);
      if (kind === 'bar') continue;
      const seen = points.flatMap((p) => (p.value === null ? [] : [p.value]));
      const all = values.filter(Number.isFinite);
      if (all.length > 0) expect([Math.min(...seen), Math.max(...seen)]).toEqual([Math.min(...all), Math.max(...all)]);
    }
    const line = bucketSeries(values, limit, 'line');
    expect(line.some((p) => p.value === null)).toBe(values.some(Number.isNaN));
  }));
  const sums = bucketSeries(Array.from({ length: 100 }, () => 1), 10, 'bar');
  expect(sums.map((p) => p.value)).toEqual(Array.from({ length: 10 }, () => 10));
});

it('flow-neutral returns ignore deposits; monthly returns compound', () => {
  expect([...flowNeutralReturns([100, 200, 198], [0, 100, 0])]).toEqual([0, -0.01]);
  expect(() => flowNeutralReturns([100, 0], [0, -100])).toThrow(/no meaning/);
  const table = monthlyTable(['2023-12-29', '2024-01-02', '2024-01-03', '2024-03-01'], [0.1, 0.1, 0.1, -0.5]);
  expect(table.map((r) => [r.year, r.months[0] === null ? null : Math.round(r.months[0]! * 1e6) / 1e6, r.months[1], Math.round(r.year_return * 1e6) / 1e6])).toEqual([[2023, null, null, 0.1], [2024, 0.21, null, -0.395]]);
});

it('the bootstrap interval is repeatable and holds the point estimate', () => {
  const u = lehmer(11);
  const r = Array.from({ length: 250 }, () => 0.001 + 0.02 * (u() - 0.5));
  const a = bootstrapSharpe(r, { uniform: lehmer(5), rf: 0 })!;
  expect(bootstrapSharpe(r, { uniform: lehmer(5), rf: 0 })).toEqual(a);
  const mean = r.reduce((s, v) => s + v, 0) / 250;
  const sharpe = (mean / Math.sqrt(r.reduce((s, v) => s + (v - mean) ** 2, 0) / 249)) * Math.sqrt(252);
  expect(a.low < sharpe && sharpe < a.high).toBe(true);
  expect(bootstrapSharpe(r.slice(0, 10), { uniform: lehmer(5) })).toBeNull();
});

it('robust z shrugs off an outlier in its history and is null without spread', () => {
  const history = Array.from({ length: 40 }, (_, i) => (i % 5) - 2);
  expect(robustZ(-10, [...history, 1e6])).toBeLessThan(-5);
  expect(robustZ(-10, Array.from({ length: 40 }, () => 1))).toBeNull();
  expect(robustZ(1, [1, 2, 3])).toBeNull();
});

it('facts in one pass are those of the path and of the rolling window (property)', () => {
  const series = fc.array(fc.oneof(fc.double({ min: -0.3, max: 0.3, noNaN: true }), fc.constantFrom(0, -1, 0.01)), { maxLength: 90 });
  fc.assert(fc.property(series, (returns) => {
    const path = wealthPath(returns);
    const facts = drawdownFacts(returns);
    expect(facts.deepest).toBe(maxDrawdown(path));
    expect(facts.deepestAfterFirst).toBe(maxDrawdown(path.subarray(1)));
    expect(facts.longestUnderWater).toBe(Math.max(0, ...drawdownEpisodes(path).map((d) => (d.recovery ?? path.length) - d.peak - 1)));
    expect(facts.daysBelowInitial).toBe(path.subarray(1).filter((v) => v < 1).length);
    const rolling = [...rollingRatio(returns, 5, 252)].slice(4);
    const known = rolling.filter(Number.isFinite);
    const range = rollingRatioRange(returns, 5, 252);
    expect([range.least, range.greatest]).toEqual(known.length > 0 ? [Math.min(...known), Math.max(...known)] : [null, null]);
    expect([range.first, range.last]).toEqual([rolling[0], rolling.at(-1)].map((v) => (v !== undefined && Number.isFinite(v) ? v : null)));
  }), { numRuns: 300 });
});
