import { mean, sum } from '../friction-of';

/** How a book moved with its benchmark over the window. */
export interface MarketFit {
  /** Slope of the book on the benchmark, within [0, 1.5]: a long-only book cannot be much beyond its market. */
  readonly beta: number;
  readonly correlation: number;
  /** Sum of the benchmark's returns. */
  readonly total: number;
}

const MIN_DAYS = 5;
/** Below it the slope of a month is noise, and nothing is said to be the market's doing. */
const MIN_CORRELATION = 0.3;

export const std = (values: readonly number[]): number => {
  const m = mean(values);
  return values.length < 2 ? 0 : Math.sqrt(sum(values.map((v) => (v - m) ** 2)) / (values.length - 1));
};

/** t of the mean against 0; 0 when the values do not vary. */
export const tOfMean = (values: readonly number[]): number => (std(values) > 0 ? (mean(values) / std(values)) * Math.sqrt(values.length) : 0);

/** Welch's t of the mean of `a` above the mean of `b`. */
export function tOfDifference(a: readonly number[], b: readonly number[]): number {
  if (a.length < 2 || b.length < 2) return 0;
  const spread = Math.sqrt(std(a) ** 2 / a.length + std(b) ** 2 / b.length);
  return spread > 0 ? (mean(a) - mean(b)) / spread : 0;
}

/** Least squares of the book's daily returns on the benchmark's; null with fewer than five days that have one. */
export function fitMarket(benchmark: readonly (number | null)[], book: readonly number[]): MarketFit | null {
  const both = book.flatMap((g, i) => (benchmark[i] === null || benchmark[i] === undefined ? [] : [{ g, b: benchmark[i] }]));
  if (both.length < MIN_DAYS) return null;
  const [b, g] = [both.map((x) => x.b), both.map((x) => x.g)];
  const [mb, mg, sb, sg] = [mean(b), mean(g), std(b), std(g)];
  const covariance = sum(both.map((x) => (x.b - mb) * (x.g - mg))) / (both.length - 1);
  const correlation = sb > 0 && sg > 0 ? covariance / (sb * sg) : 0;
  const beta = correlation < MIN_CORRELATION || sb === 0 ? 0 : Math.min(1.5, Math.max(0, covariance / sb ** 2));
  return { beta, correlation, total: sum(b) };
}
