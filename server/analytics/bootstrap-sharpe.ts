import { AppError } from '@/server/contracts/errors';
import { quantileLinear, sdOf, spreadOf } from './moments';

/** As in moments.ts. */
const FLAT = 1e-12;

export interface BootstrapOptions {
  /** Uniform numbers in [0, 1): the caller brings the seeded generator, so that a figure can be repeated. */
  readonly uniform: () => number;
  readonly rf?: number;
  readonly draws?: number;
  /** Two-sided confidence, e.g. 0.95. */
  readonly confidence?: number;
  /** Mean block length of the stationary bootstrap (keeps the short memory of returns). */
  readonly block?: number;
}

export interface SharpeInterval {
  readonly low: number;
  readonly high: number;
  readonly confidence: number;
  readonly draws: number;
}

/** More returns than this are not resampled where a person waits: 2,000 draws of them take half a second. */
export const MOST_RESAMPLED = 10_000;

/** Percentile interval of the annualised Sharpe ratio by the stationary bootstrap (Politis & Romano 1994); null with fewer than 20 returns, flat ones, or so few different ones that a draw is flat. */
export function bootstrapSharpe(returns: ArrayLike<number>, options: BootstrapOptions): SharpeInterval | null {
  const { uniform, rf = 0.0135, draws = 2000, confidence = 0.95, block = 5 } = options;
  if (!(confidence > 0 && confidence < 1)) throw new AppError('BAD_INPUT', `confidence must lie between 0 and 1, got ${confidence}.`);
  const n = returns.length;
  if (n < 20) return null;
  const spread = spreadOf(returns);
  if (sdOf(spread, n, 1) === null) return null;
  // Below this a draw is one value n times, whatever the rounding (user-cases I-21).
  const flat = (FLAT * spread.largest) ** 2;
  const ratios = new Float64Array(draws);
  for (let d = 0; d < draws; d++) {
    let sum = 0;
    let square = 0;
    let at = Math.floor(uniform() * n);
    for (let i = 0; i < n; i++) {
      at = uniform() < 1 / block ? Math.floor(uniform() * n) : (at + 1) % n;
      // Around the mean of all, so that the square of the sum takes little off the sum of squares.
      const x = returns[at]! - spread.mean;
      sum += x;
      square += x * x;
    }
    const variance = (square - (sum * sum) / n) / (n - 1);
    if (!(variance > flat)) return null;
    ratios[d] = ((spread.mean - rf / 252 + sum / n) / Math.sqrt(variance)) * Math.sqrt(252);
  }
  return { low: quantileLinear(ratios, (1 - confidence) / 2), high: quantileLinear(ratios, (1 + confidence) / 2), confidence, draws };
}
