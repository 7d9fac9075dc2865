import { DEAD_BAND } from './rolling';
import { meanOf, sumOfSquares } from './window';

/** Sums over the days of the window on which both series have a value. */
function together(a: Float64Array, b: Float64Array, from: number, t: number): { n: number; aa: number; bb: number; ab: number } {
  let n = 0;
  let sa = 0;
  let sb = 0;
  for (let i = from; i <= t; i++) {
    const p = a[i]! + b[i]!;
    if (!Number.isNaN(p)) { n++; sa += a[i]!; sb += b[i]!; }
  }
  const ma = sa / n;
  const mb = sb / n;
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let i = from; i <= t; i++) {
    const da = a[i]! - ma;
    const db = b[i]! - mb;
    if (Number.isNaN(da + db)) continue;
    aa += da * da;
    bb += db * db;
    ab += da * db;
  }
  return { n, aa, bb, ab };
}

function deviation(x: Float64Array, from: number, t: number): number {
  let n = 0;
  for (let i = from; i <= t; i++) if (!Number.isNaN(x[i]!)) n++;
  return n < 2 ? Number.NaN : Math.sqrt(sumOfSquares(x, from, t, meanOf(x, from, t)) / (n - 1));
}

/** Pairwise complete correlation, |value| ≤ 1; NaN where either deviation is inside the dead band. */
export function corr(a: Float64Array, b: Float64Array, from: number, t: number): number {
  const { n, aa, bb, ab } = together(a, b, from, t);
  if (n < 2 || deviation(a, from, t) <= DEAD_BAND || deviation(b, from, t) <= DEAD_BAND) return Number.NaN;
  return Math.max(-1, Math.min(1, ab / Math.sqrt(aa * bb)));
}

/** Pairwise complete covariance, ddof 1. */
export function cov(a: Float64Array, b: Float64Array, from: number, t: number): number {
  const { n, ab } = together(a, b, from, t);
  return n < 2 ? Number.NaN : ab / (n - 1);
}
