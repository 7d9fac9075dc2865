import type { RollingOp } from './ast';
import { maxAt, meanOf, minAt, quantileOf, rankOfLast, regress, sumOfSquares } from './window';

/**
 * One value of a rolling operator over x[from..t] (pandas `min_periods=1`: NaN is skipped, the window starts at the
 * listing). Each value depends on its window only, never on history before it (numbers.md, convention 8).
 */
type Kernel = (x: Float64Array, from: number, t: number, quantile: number) => number;

const count = (x: Float64Array, from: number, t: number): number => {
  let n = 0;
  for (let i = from; i <= t; i++) if (!Number.isNaN(x[i]!)) n++;
  return n;
};

function sum(x: Float64Array, from: number, t: number): number {
  let s = 0;
  let n = 0;
  for (let i = from; i <= t; i++) {
    const v = x[i]!;
    if (!Number.isNaN(v)) { s += v; n++; }
  }
  return n === 0 ? Number.NaN : s;
}

function variance(x: Float64Array, from: number, t: number): number {
  const n = count(x, from, t);
  return n < 2 ? Number.NaN : sumOfSquares(x, from, t, meanOf(x, from, t)) / (n - 1);
}

/** Central moment sums for the adjusted Fisher–Pearson forms that pandas prints. */
function moments(x: Float64Array, from: number, t: number): { n: number; m2: number; m3: number; m4: number } {
  const mean = meanOf(x, from, t);
  let n = 0;
  let m2 = 0;
  let m3 = 0;
  let m4 = 0;
  for (let i = from; i <= t; i++) {
    const d = x[i]! - mean;
    if (!Number.isNaN(d)) { n++; m2 += d * d; m3 += d * d * d; m4 += d * d * d * d; }
  }
  return { n, m2, m3, m4 };
}

function skew(x: Float64Array, from: number, t: number): number {
  const { n, m2, m3 } = moments(x, from, t);
  if (n < 3) return Number.NaN;
  const s2 = m2 / n;
  return s2 <= 1e-14 ? 0 : (Math.sqrt(n * (n - 1)) / (n - 2)) * (m3 / n / s2 ** 1.5);
}

function kurt(x: Float64Array, from: number, t: number): number {
  const { n, m2, m4 } = moments(x, from, t);
  if (n < 4) return Number.NaN;
  const s2 = m2 / n;
  if (s2 <= 1e-14) return 0;
  return ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * (m4 / n / (s2 * s2)) - 3 * (n - 1));
}

function meanAbsoluteDeviation(x: Float64Array, from: number, t: number): number {
  const mean = meanOf(x, from, t);
  let s = 0;
  let n = 0;
  for (let i = from; i <= t; i++) {
    const d = Math.abs(x[i]! - mean);
    if (!Number.isNaN(d)) { s += d; n++; }
  }
  return n === 0 ? Number.NaN : s / n;
}

/** Qlib's WMA is the weighted mean divided by N once more (issue 1993, open): reproduced, because users compare with it. */
function qlibWma(x: Float64Array, from: number, t: number): number {
  const width = t - from + 1;
  const total = (width * (width + 1)) / 2;
  let s = 0;
  let n = 0;
  for (let i = from; i <= t; i++) {
    const v = x[i]! * ((i - from + 1) / total);
    if (!Number.isNaN(v)) { s += v; n++; }
  }
  return n === 0 ? Number.NaN : s / n;
}

/** Qlib blanks what would divide by a vanishing deviation: |std| ≤ 2e-5 (numpy isclose with that atol). */
export const DEAD_BAND = 2e-5;

function rsquare(x: Float64Array, from: number, t: number): number {
  const line = regress(x, from, t);
  return Math.sqrt(variance(x, from, t)) <= DEAD_BAND ? Number.NaN : line.r2;
}

export const ROLLING_KERNELS: Record<Exclude<RollingOp, 'Ref' | 'Delta' | 'EMA'>, Kernel> = {
  Sum: sum,
  Mean: meanOf,
  Count: count,
  Var: variance,
  Std: (x, from, t) => Math.sqrt(variance(x, from, t)),
  Skew: skew,
  Kurt: kurt,
  Max: (x, from, t) => { const i = maxAt(x, from, t, true); return i < 0 ? Number.NaN : x[i]!; },
  Min: (x, from, t) => { const i = minAt(x, from, t, true); return i < 0 ? Number.NaN : x[i]!; },
  Med: (x, from, t) => quantileOf(x, from, t, 0.5),
  Mad: meanAbsoluteDeviation,
  Rank: rankOfLast,
  Quantile: quantileOf,
  IdxMax: (x, from, t) => maxAt(x, from, t, false) - from + 1,
  IdxMin: (x, from, t) => minAt(x, from, t, false) - from + 1,
  WMA: qlibWma,
  Slope: (x, from, t) => regress(x, from, t).slope,
  Rsquare: rsquare,
  Resi: (x, from, t) => { const line = regress(x, from, t); return x[t]! - (line.slope * (t - from + 1) + line.intercept); },
};
