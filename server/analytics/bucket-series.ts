/** How a series may be thinned: line = M4 (first, last, lowest, highest of a bucket), band = lowest and highest, bar = sum of the bucket. */
export type SeriesKind = 'line' | 'band' | 'bar';

export interface ChartPoint {
  /** Index in the full series (bar: of the bucket's last value). */
  readonly index: number;
  /** null = a gap. */
  readonly value: number | null;
}

/**
 * At most `limit` points of a series that look the same: extremes, both ends and gaps survive (M4, Jugel et al. 2014). A series
 * that fits comes back whole. NaN is a gap.
 */
export function bucketSeries(values: ArrayLike<number>, limit: number, kind: SeriesKind = 'line'): ChartPoint[] {
  const n = values.length;
  const point = (index: number): ChartPoint => ({ index, value: Number.isFinite(values[index]!) ? values[index]! : null });
  if (n <= limit) return Array.from({ length: n }, (_, i) => point(i));
  const perBucket = kind === 'bar' ? 1 : kind === 'band' ? 2 : 4;
  const buckets = Math.max(1, Math.floor(limit / perBucket));
  const out: ChartPoint[] = [];
  for (let k = 0; k < buckets; k++) {
    const from = Math.floor((k * n) / buckets);
    const to = Math.floor(((k + 1) * n) / buckets);
    if (kind === 'bar') out.push(sumOf(values, from, to));
    else for (const index of extremesOf(values, from, to, kind)) out.push(point(index));
  }
  return out;
}

function sumOf(values: ArrayLike<number>, from: number, to: number): ChartPoint {
  let sum = 0;
  let any = false;
  for (let i = from; i < to; i++) {
    if (!Number.isFinite(values[i]!)) continue;
    sum += values[i]!;
    any = true;
  }
  return { index: to - 1, value: any ? sum : null };
}

function extremesOf(values: ArrayLike<number>, from: number, to: number, kind: 'line' | 'band'): number[] {
  let low = -1;
  let high = -1;
  let gap = -1;
  for (let i = from; i < to; i++) {
    if (!Number.isFinite(values[i]!)) gap = i;
    else {
      if (low < 0 || values[i]! < values[low]!) low = i;
      if (high < 0 || values[i]! > values[high]!) high = i;
    }
  }
  if (low < 0) return [gap];
  // In a bucket with a gap the gap takes the place of the inner end, so that a hole never closes.
  const ends = kind === 'band' ? [] : gap >= 0 && gap !== from ? [from, gap] : [from, to - 1];
  return [...new Set([low, high, ...ends])].sort((a, b) => a - b);
}
