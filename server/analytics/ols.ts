import { AppError } from '@/server/contracts/errors';
import { mean } from './moments';
import { normalTwoSidedP, studentTwoSidedP } from './special-functions';

export interface Coefficient {
  readonly value: number;
  readonly se: number;
  readonly t: number;
  readonly p: number;
}

/** y = intercept + Σ slope_k · x_k by ordinary least squares. */
export interface OlsFit {
  readonly n: number;
  readonly intercept: Coefficient;
  readonly slopes: readonly Coefficient[];
  readonly r2: number;
  /** Residual variance, n − k − 1 degrees of freedom. */
  readonly variance: number;
  readonly residuals: Float64Array;
  readonly means: readonly number[];
  /** Inverse of the centred cross-product matrix, k × k. */
  readonly inverse: readonly (readonly number[])[];
}

/**
 * Least squares on centred columns (two passes), t with n − k − 1 degrees of freedom, p by the incomplete beta in logs.
 * Null when there are too few rows, a regressor is constant, regressors are collinear or the fit is exact.
 */
export function fitOls(y: ArrayLike<number>, xs: readonly ArrayLike<number>[]): OlsFit | null {
  const n = y.length;
  const k = xs.length;
  for (const x of xs) if (x.length !== n) throw new AppError('BAD_INPUT', `A regressor has ${x.length} rows, the series has ${n}; align them by date first.`);
  const df = n - k - 1;
  if (df < 1) return null;
  const means = xs.map(mean);
  const meanY = mean(y);
  const cross = means.map((_, a) => means.map((__, b) => centredProduct(xs[a]!, means[a]!, xs[b]!, means[b]!)));
  const right = means.map((m, a) => centredProduct(xs[a]!, m, y, meanY));
  const inverse = invertSymmetric(cross);
  if (!inverse) return null;
  const slopes = inverse.map((row) => row.reduce((sum, v, b) => sum + v * right[b]!, 0));
  const intercept = meanY - slopes.reduce((sum, s, a) => sum + s * means[a]!, 0);
  const residuals = new Float64Array(n);
  let sse = 0;
  let sst = 0;
  for (let i = 0; i < n; i++) {
    const d = y[i]! - meanY;
    residuals[i] = d;
    sst += d * d;
  }
  for (let a = 0; a < k; a++) {
    const [x, slope, centre] = [xs[a]!, slopes[a]!, means[a]!];
    for (let i = 0; i < n; i++) residuals[i] = residuals[i]! - slope * (x[i]! - centre);
  }
  for (let i = 0; i < n; i++) sse += residuals[i]! * residuals[i]!;
  if (!(sst > 0) || sse <= 1e-24 * sst) return null;
  const variance = sse / df;
  return {
    n, residuals, means, inverse, variance,
    intercept: coefficient(intercept, interceptSe(variance, n, means, inverse), df),
    slopes: slopes.map((s, a) => coefficient(s, Math.sqrt(variance * inverse[a]![a]!), df)),
    r2: 1 - sse / sst,
  };
}

function coefficient(value: number, se: number, df: number): Coefficient {
  return { value, se, t: value / se, p: studentTwoSidedP(value / se, df) };
}

function interceptSe(variance: number, n: number, means: readonly number[], inverse: readonly (readonly number[])[]): number {
  return Math.sqrt(variance * means.reduce((sum, m, a) => sum + m * means.reduce((inner, q, b) => inner + inverse[a]![b]! * q, 0), 1 / n));
}

/** The fit of y − dy on x − dx, from the fit of y on x: slopes and residuals stay, only the intercept moves. */
export function shiftFit(fit: OlsFit, dy: number, dx: readonly number[]): OlsFit {
  const means = fit.means.map((m, a) => m - dx[a]!);
  const intercept = fit.slopes.reduce((sum, s, a) => sum + s.value * dx[a]!, fit.intercept.value - dy);
  return { ...fit, means, intercept: coefficient(intercept, interceptSe(fit.variance, fit.n, means, fit.inverse), fit.n - fit.slopes.length - 1) };
}

function centredProduct(a: ArrayLike<number>, meanA: number, b: ArrayLike<number>, meanB: number): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - meanA) * (b[i]! - meanB);
  return sum;
}

/** Inverse by Gauss–Jordan with pivoting on the scaled matrix; null when it is singular to twelve digits. */
function invertSymmetric(matrix: readonly (readonly number[])[]): number[][] | null {
  const k = matrix.length;
  const scale = matrix.map((row, i) => Math.sqrt(row[i]!));
  if (scale.some((s) => !(s > 0))) return null;
  const a = matrix.map((row, i) => [...row.map((v, j) => v / (scale[i]! * scale[j]!)), ...Array.from({ length: k }, (_, j) => (i === j ? 1 : 0))]);
  for (let c = 0; c < k; c++) {
    let pivot = c;
    for (let r = c + 1; r < k; r++) if (Math.abs(a[r]![c]!) > Math.abs(a[pivot]![c]!)) pivot = r;
    if (Math.abs(a[pivot]![c]!) < 1e-12) return null;
    [a[c], a[pivot]] = [a[pivot]!, a[c]!];
    const lead = a[c]![c]!;
    a[c] = a[c]!.map((v) => v / lead);
    for (let r = 0; r < k; r++) {
      const by = a[r]![c]!;
      if (r !== c && by !== 0) a[r] = a[r]!.map((v, j) => v - by * a[c]![j]!);
    }
  }
  return a.map((row, i) => row.slice(k).map((v, j) => v / (scale[i]! * scale[j]!)));
}

/**
 * Newey–West t and p of the intercept of a one-regressor fit: Bartlett weights, `lags` lags, no small-sample correction,
 * normal p (= statsmodels cov_type HAC). `dx`: the fit is on x − dx.
 */
export function hacIntercept(fit: OlsFit, x: ArrayLike<number>, lags: number, dx = 0): { t: number; p: number } | null {
  const n = fit.n;
  const centre = fit.means[0]!;
  // Rows of the centred design are (1, x − x̄): then X'X is diagonal and the intercept of the raw design is a − b·x̄.
  const sxx = 1 / fit.inverse[0]![0]!;
  // The last scores in a ring, so that a long series needs no array of them.
  const recent = new Float64Array(lags + 1);
  const sums = new Float64Array(lags + 1);
  for (let i = 0, at = 0; i < n; i++, at = at === lags ? 0 : at + 1) {
    const score = fit.residuals[i]! * (1 / n - (centre * (x[i]! - dx - centre)) / sxx);
    recent[at] = score;
    for (let lag = 0; lag <= lags; lag++) sums[lag]! += score * recent[at >= lag ? at - lag : at - lag + lags + 1]!;
  }
  let variance = 0;
  for (let lag = 0; lag <= lags; lag++) variance += lag === 0 ? sums[lag]! : 2 * (1 - lag / (lags + 1)) * sums[lag]!;
  if (!(variance > 0)) return null;
  const t = fit.intercept.value / Math.sqrt(variance);
  return { t, p: normalTwoSidedP(t) };
}
