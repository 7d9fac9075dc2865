import { AppError } from '@/server/contracts/errors';
import { sdOf, spreadOf } from './moments';

/** Pearson correlation; NaN with fewer than two pairs or no spread. */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): number {
  const sx = spreadOf(x);
  const sy = spreadOf(y);
  let cross = 0;
  for (let i = 0; i < x.length; i++) cross += (x[i]! - sx.mean) * (y[i]! - sy.mean);
  if (sdOf(sx, x.length, 1) === null || sdOf(sy, y.length, 1) === null) return Number.NaN;
  return Math.max(-1, Math.min(1, cross / Math.sqrt(sx.m2 * sy.m2)));
}

/** Ranks from 1, ties get their average. */
export function averageRanks(x: ArrayLike<number>): Float64Array {
  const order = Uint32Array.from({ length: x.length }, (_, i) => i).sort((a, b) => x[a]! - x[b]!);
  const ranks = new Float64Array(x.length);
  for (let i = 0; i < order.length; ) {
    let j = i + 1;
    while (j < order.length && x[order[j]!] === x[order[i]!]) j++;
    for (let k = i; k < j; k++) ranks[order[k]!] = (i + j + 1) / 2;
    i = j;
  }
  return ranks;
}

export interface DailyIc {
  readonly ic: Float64Array;
  readonly rankIc: Float64Array;
}

/** Correlation of signal and label across symbols on each day (days × symbols columns); pairs with a NaN are left out, days without two pairs are NaN. */
export function dailyIc(signal: Float64Array, label: Float64Array, days: number, symbols: number): DailyIc {
  if (signal.length !== days * symbols || label.length !== days * symbols) throw new AppError('BAD_INPUT', `Signal and label need ${days * symbols} cells, got ${signal.length} and ${label.length}.`);
  const ic = new Float64Array(days).fill(Number.NaN);
  const rankIc = new Float64Array(days).fill(Number.NaN);
  const x = new Float64Array(symbols);
  const y = new Float64Array(symbols);
  for (let t = 0; t < days; t++) {
    let n = 0;
    for (let at = t * symbols; at < (t + 1) * symbols; at++) {
      if (Number.isNaN(signal[at]!) || Number.isNaN(label[at]!)) continue;
      x[n] = signal[at]!;
      y[n++] = label[at]!;
    }
    if (n < 2) continue;
    ic[t] = pearson(x.subarray(0, n), y.subarray(0, n));
    rankIc[t] = pearson(averageRanks(x.subarray(0, n)), averageRanks(y.subarray(0, n)));
  }
  return { ic, rankIc };
}

/** Mean, sd (ddof 1) and their ratio over the days that have a value. */
export function summariseIc(daily: Float64Array): { n: number; mean: number | null; sd: number | null; icir: number | null } {
  const usable = daily.filter((v) => !Number.isNaN(v));
  const spread = spreadOf(usable);
  const sd = sdOf(spread, usable.length, 1);
  return { n: usable.length, mean: usable.length > 0 ? spread.mean : null, sd, icir: sd === null ? null : spread.mean / sd };
}
