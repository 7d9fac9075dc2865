import { AppError } from '@/server/contracts/errors';

/** Relative spread below which a window is constant, as in moments.ts. */
const FLAT = 1e-12;

function checkWindow(window: number): void {
  if (!Number.isInteger(window) || window < 2) throw new AppError('BAD_INPUT', `A rolling window is an integer of at least 2 rows, got ${window}.`);
}

/** Called with the row after each full window, its mean, central sum of squares, largest size, and central sum of products with y. */
type Visit = (end: number, mean: number, m2: number, largest: number, cross: number) => void;

/**
 * Every full window in O(n) by blocks: a window is the tail of one block and the head of the next, both summed around a row that lies
 * in the window. Nothing is ever taken off a sum, so a window knows only its own rows: a wild value before it leaves no trace
 * (numbers.md, convention 8; user-cases I-58).
 */
function eachWindow(x: ArrayLike<number>, window: number, visit: Visit, y: ArrayLike<number> | null = null): void {
  const n = x.length;
  const sums = { sum: new Float64Array(window), square: new Float64Array(window), largest: new Float64Array(window), other: new Float64Array(window), cross: new Float64Array(window) };
  for (let cut = window; cut <= n; cut += window) {
    const centre = x[cut - 1]!;
    const centreY = y === null ? 0 : y[cut - 1]!;
    let sum = 0;
    let square = 0;
    let largest = 0;
    let other = 0;
    let cross = 0;
    const take = (row: number): void => {
      const value = x[row]!;
      const d = value - centre;
      sum += d;
      square += d * d;
      const size = Math.abs(value);
      if (size > largest) largest = size;
      if (y === null) return;
      const e = y[row]! - centreY;
      other += e;
      cross += d * e;
    };
    for (let k = window - 1; k >= 0; k--) {
      take(cut - window + k);
      sums.sum[k] = sum;
      sums.square[k] = square;
      sums.largest[k] = largest;
      sums.other[k] = other;
      sums.cross[k] = cross;
    }
    sum = square = largest = other = cross = 0;
    for (let k = 0; k < window && cut + k <= n; k++) {
      const s = sums.sum[k]! + sum;
      visit(cut + k, centre + s / window, sums.square[k]! + square - (s * s) / window, Math.max(sums.largest[k]!, largest), sums.cross[k]! + cross - (s * (sums.other[k]! + other)) / window);
      if (cut + k < n) take(cut + k);
    }
  }
}

/** mean / sd (ddof 1); NaN when the window is flat. */
function ratioOf(mean: number, m2: number, largest: number, window: number): number {
  const sd = Math.sqrt(m2 / (window - 1));
  return sd > FLAT * largest ? mean / sd : Number.NaN;
}

/** mean / sd (ddof 1) over each window, times √periods: Sharpe of excess returns, or the information ratio of active returns. NaN before the first full window and where it is flat. */
export function rollingRatio(x: ArrayLike<number>, window: number, periods: number): Float64Array {
  checkWindow(window);
  const out = new Float64Array(x.length).fill(Number.NaN);
  const scale = Math.sqrt(periods);
  eachWindow(x, window, (end, mean, m2, largest) => {
    out[end - 1] = ratioOf(mean, m2, largest, window) * scale;
  });
  return out;
}

/** First, last, least and greatest of rollingRatio without the array of it; null where there is no full window or it is flat. */
export function rollingRatioRange(x: ArrayLike<number>, window: number, periods: number): Record<'first' | 'last' | 'least' | 'greatest', number | null> {
  checkWindow(window);
  const scale = Math.sqrt(periods);
  let first = Number.NaN;
  let last = Number.NaN;
  let least = Number.POSITIVE_INFINITY;
  let greatest = Number.NEGATIVE_INFINITY;
  eachWindow(x, window, (end, mean, m2, largest) => {
    last = ratioOf(mean, m2, largest, window) * scale;
    if (end === window) first = last;
    if (last < least) least = last;
    if (last > greatest) greatest = last;
  });
  const known = (value: number): number | null => (Number.isFinite(value) ? value : null);
  return { first: known(first), last: known(last), least: known(least), greatest: known(greatest) };
}

/** Standard deviation (ddof 1) over each window, times √periods. NaN before the first full window. */
export function rollingVolatility(x: ArrayLike<number>, window: number, periods: number): Float64Array {
  checkWindow(window);
  const out = new Float64Array(x.length).fill(Number.NaN);
  eachWindow(x, window, (end, _mean, m2) => {
    out[end - 1] = Math.sqrt(Math.max(0, m2) / (window - 1)) * Math.sqrt(periods);
  });
  return out;
}

/** Slope of y on x over each window; NaN before the first full window and where x is flat. */
export function rollingBeta(y: ArrayLike<number>, x: ArrayLike<number>, window: number): Float64Array {
  checkWindow(window);
  if (y.length !== x.length) throw new AppError('BAD_INPUT', `Rolling beta of ${y.length} returns on ${x.length} benchmark returns; align them by date first.`);
  const out = new Float64Array(y.length).fill(Number.NaN);
  eachWindow(x, window, (end, _mean, m2, largest, cross) => {
    if (Math.sqrt(m2 / (window - 1)) > FLAT * largest) out[end - 1] = cross / m2;
  }, y);
  return out;
}
