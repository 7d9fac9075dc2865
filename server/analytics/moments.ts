/** Relative spread below which a series is constant: the sd of ten times .001 is 2e-19, not 0 (user-cases I-21). */
const FLAT = 1e-12;

/** Arithmetic mean; NaN of nothing. */
export function mean(x: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += x[i]!;
  const first = sum / x.length;
  // A second pass takes the rounding of the first one back.
  let rest = 0;
  for (let i = 0; i < x.length; i++) rest += x[i]! - first;
  return first + rest / x.length;
}

/** x − y, row by row, or x − y for a number y. */
export function minus(x: Float64Array, y: Float64Array | number): Float64Array {
  const out = new Float64Array(x.length);
  if (typeof y === 'number') for (let i = 0; i < out.length; i++) out[i] = x[i]! - y;
  else for (let i = 0; i < out.length; i++) out[i] = x[i]! - y[i]!;
  return out;
}

export interface Spread {
  readonly mean: number;
  /** Central sums of powers two to four. */
  readonly m2: number;
  readonly m3: number;
  readonly m4: number;
  readonly largest: number;
}

/** Mean and central power sums by two passes. */
export function spreadOf(x: ArrayLike<number>): Spread {
  const centre = mean(x);
  let m2 = 0;
  let m3 = 0;
  let m4 = 0;
  let largest = 0;
  for (let i = 0; i < x.length; i++) {
    const d = x[i]! - centre;
    const square = d * d;
    m2 += square;
    m3 += square * d;
    m4 += square * square;
    const size = Math.abs(x[i]!);
    if (size > largest) largest = size;
  }
  return { mean: centre, m2, m3, m4, largest };
}

/** Standard deviation with `ddof` degrees taken off, or null when n ≤ ddof or the series is constant. */
export function sdOf(spread: Spread, n: number, ddof: 0 | 1): number | null {
  if (n <= ddof || n < 2) return null;
  const sd = Math.sqrt(spread.m2 / (n - ddof));
  return sd <= FLAT * spread.largest ? null : sd;
}

/** Linear quantile (type 7, numpy default) by selection in O(n); NaN of nothing. */
export function quantileLinear(x: ArrayLike<number>, q: number): number {
  const n = x.length;
  if (n === 0) return Number.NaN;
  const work = new Float64Array(n);
  for (let i = 0; i < n; i++) work[i] = x[i]!;
  const position = q * (n - 1);
  const low = Math.floor(position);
  const lower = select(work, low);
  if (low + 1 >= n || position === low) return lower;
  // After selection everything right of `low` is at least as large: the next order statistic is its minimum.
  let upper = Number.POSITIVE_INFINITY;
  for (let i = low + 1; i < n; i++) if (work[i]! < upper) upper = work[i]!;
  return lower + (position - low) * (upper - lower);
}

/** k-th smallest (0-based), partially sorting `a` in place (Hoare's quickselect, middle pivot). */
function select(a: Float64Array, k: number): number {
  let left = 0;
  let right = a.length - 1;
  while (left < right) {
    const pivot = a[(left + right) >> 1]!;
    let i = left;
    let j = right;
    while (i <= j) {
      while (a[i]! < pivot) i++;
      while (a[j]! > pivot) j--;
      if (i <= j) {
        const swap = a[i]!;
        a[i++] = a[j]!;
        a[j--] = swap;
      }
    }
    if (k <= j) right = j;
    else if (k >= i) left = i;
    else break;
  }
  return a[k]!;
}
