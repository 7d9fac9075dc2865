import { AppError } from '@/server/contracts/errors';

/** Rolling windows in O(n): prefix sums of values centred on the overall mean. Positions before the first full window are NaN, and so is a flat window. */
const FLAT = 1e-12;

interface Prefix {
  readonly centre: number;
  readonly sum: Float64Array;
  readonly square: Float64Array;
  readonly largest: number;
}

function prefixOf(x: ArrayLike<number>): Prefix {
  const n = x.length;
  let total = 0;
  for (let i = 0; i < n; i++) total += x[i]!;
  const centre = n === 0 ? 0 : total / n;
  const sum = new Float64Array(n + 1);
  const square = new Float64Array(n + 1);
  let largest = 0;
  let s = 0;
  let q = 0;
  for (let i = 0; i < n; i++) {
    const d = x[i]! - centre;
    s += d;
    q += d * d;
    sum[i + 1] = s;
    square[i + 1] = q;
    const size = Math.abs(x[i]!);
    if (size > largest) largest = size;
  }
  return { centre, sum, square, largest };
}

function checkWindow(window: number): void {
  if (!Number.isInteger(window) || window < 2) throw new AppError('BAD_INPUT', `A rolling window is an integer of at least 2 rows, got ${window}.`);
}

/** mean / sd (ddof 1) of the window that ends before row i; NaN when it is flat. */
function ratioAt({ centre, sum, square, largest }: Prefix, i: number, window: number): number {
  const s = sum[i]! - sum[i - window]!;
  const m2 = square[i]! - square[i - window]! - (s * s) / window;
  const sd = Math.sqrt(m2 / (window - 1));
  return sd > FLAT * largest ? (centre + s / window) / sd : Number.NaN;
}

/** mean / sd (ddof 1) over each window, times √periods: Sharpe of excess returns, or the information ratio of active returns. */
export function rollingRatio(x: ArrayLike<number>, window: number, periods: number): Float64Array {
  checkWindow(window);
  const prefix = prefixOf(x);
  const out = new Float64Array(x.length).fill(Number.NaN);
  const scale = Math.sqrt(periods);
  for (let i = window; i <= x.length; i++) out[i - 1] = ratioAt(prefix, i, window) * scale;
  return out;
}

/** First, last, least and greatest of rollingRatio without the array of it; null where there is no full window or it is flat. */
export function rollingRatioRange(x: ArrayLike<number>, window: number, periods: number): Record<'first' | 'last' | 'least' | 'greatest', number | null> {
  checkWindow(window);
  const n = x.length;
  if (n < window) return { first: null, last: null, least: null, greatest: null };
  const prefix = prefixOf(x);
  const scale = Math.sqrt(periods);
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  for (let i = window; i <= n; i++) {
    const ratio = ratioAt(prefix, i, window) * scale;
    if (ratio < least) least = ratio;
    if (ratio > greatest) greatest = ratio;
  }
  const known = (value: number): number | null => (Number.isFinite(value) ? value : null);
  return { first: known(ratioAt(prefix, window, window) * scale), last: known(ratioAt(prefix, n, window) * scale), least: known(least), greatest: known(greatest) };
}

/** Standard deviation (ddof 1) over each window, times √periods. */
export function rollingVolatility(x: ArrayLike<number>, window: number, periods: number): Float64Array {
  checkWindow(window);
  const { sum, square } = prefixOf(x);
  const out = new Float64Array(x.length).fill(Number.NaN);
  for (let i = window; i <= x.length; i++) {
    const s = sum[i]! - sum[i - window]!;
    out[i - 1] = Math.sqrt(Math.max(0, square[i]! - square[i - window]! - (s * s) / window) / (window - 1)) * Math.sqrt(periods);
  }
  return out;
}

/** Slope of y on x over each window. */
export function rollingBeta(y: ArrayLike<number>, x: ArrayLike<number>, window: number): Float64Array {
  checkWindow(window);
  if (y.length !== x.length) throw new AppError('BAD_INPUT', `Rolling beta of ${y.length} returns on ${x.length} benchmark returns; align them by date first.`);
  const n = y.length;
  const px = prefixOf(x);
  const py = prefixOf(y);
  const cross = new Float64Array(n + 1);
  for (let i = 0; i < n; i++) cross[i + 1] = cross[i]! + (x[i]! - px.centre) * (y[i]! - py.centre);
  const out = new Float64Array(n).fill(Number.NaN);
  for (let i = window; i <= n; i++) {
    const sx = px.sum[i]! - px.sum[i - window]!;
    const sy = py.sum[i]! - py.sum[i - window]!;
    const sxx = px.square[i]! - px.square[i - window]! - (sx * sx) / window;
    if (sxx > FLAT * FLAT * px.largest * px.largest * window) out[i - 1] = (cross[i]! - cross[i - window]! - (sx * sy) / window) / sxx;
  }
  return out;
}
