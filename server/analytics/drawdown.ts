/** One descent from a peak: indices count values of the path, 0 = the initial capital before the first return. */
export interface DrawdownEpisode {
  readonly peak: number;
  readonly trough: number;
  /** First index at which the old peak is reached again (touching counts); null = still under water. */
  readonly recovery: number | null;
  /** Deepest fall from the peak, negative. */
  readonly depth: number;
}

/** Wealth path of simple returns, length n + 1, starting with 1. */
export function wealthPath(returns: ArrayLike<number>): Float64Array {
  const path = new Float64Array(returns.length + 1);
  path[0] = 1;
  for (let i = 0; i < returns.length; i++) path[i + 1] = path[i]! * (1 + returns[i]!);
  return path;
}

/** Fall from the running peak at each return (length n); the initial capital is a peak (user-cases I-01, I-02). */
export function drawdownSeries(returns: ArrayLike<number>): Float64Array {
  const out = new Float64Array(returns.length);
  let value = 1;
  let peak = 1;
  for (let i = 0; i < returns.length; i++) {
    value *= 1 + returns[i]!;
    if (value > peak) peak = value;
    out[i] = value / peak - 1;
  }
  return out;
}

/** All descents of a path of values (prices, capital: the caller says which; nothing is guessed), in order of time. */
export function drawdownEpisodes(path: ArrayLike<number>): DrawdownEpisode[] {
  const episodes: DrawdownEpisode[] = [];
  let peak = 0;
  let trough = -1;
  for (let i = 1; i < path.length; i++) {
    if (path[i]! >= path[peak]!) {
      if (trough >= 0) episodes.push({ peak, trough, recovery: i, depth: path[trough]! / path[peak]! - 1 });
      peak = i;
      trough = -1;
    } else if (trough < 0 || path[i]! < path[trough]!) trough = i;
  }
  if (trough >= 0) episodes.push({ peak, trough, recovery: null, depth: path[trough]! / path[peak]! - 1 });
  return episodes;
}

/** Deepest fall of a path of positive values, ≤ 0. */
export function maxDrawdown(path: ArrayLike<number>): number {
  let peak = Number.NEGATIVE_INFINITY;
  let deepest = 0;
  for (let i = 0; i < path.length; i++) {
    if (path[i]! > peak) peak = path[i]!;
    const fall = path[i]! / peak - 1;
    if (fall < deepest) deepest = fall;
  }
  return deepest;
}

/** What a return series says about falls, in one pass and without its path. */
export interface DrawdownFacts {
  /** Deepest fall of the compounded path, the initial capital a peak; and of the path that starts after the first return. */
  readonly deepest: number;
  readonly deepestAfterFirst: number;
  /** Returns between a peak and the first value that reaches it again (or the end), the longest such stretch. */
  readonly longestUnderWater: number;
  readonly daysBelowInitial: number;
}

/** As maxDrawdown and drawdownEpisodes of wealthPath(returns). */
export function drawdownFacts(returns: ArrayLike<number>): DrawdownFacts {
  let value = 1;
  let peak = 1;
  let peakAt = 0;
  let laterPeak = Number.NEGATIVE_INFINITY;
  let deepest = 0;
  let deepestAfterFirst = 0;
  let longestUnderWater = 0;
  let daysBelowInitial = 0;
  const n = returns.length;
  for (let i = 1; i <= n; i++) {
    value *= 1 + returns[i - 1]!;
    if (value > laterPeak) laterPeak = value;
    const later = value / laterPeak - 1;
    if (later < deepestAfterFirst) deepestAfterFirst = later;
    if (value < 1) daysBelowInitial++;
    if (value >= peak) {
      if (i - peakAt - 1 > longestUnderWater) longestUnderWater = i - peakAt - 1;
      peak = value;
      peakAt = i;
    } else {
      const fall = value / peak - 1;
      if (fall < deepest) deepest = fall;
    }
  }
  // Still under water on the last day: the stretch runs past the end.
  if (n > 0 && peakAt < n && n - peakAt > longestUnderWater) longestUnderWater = n - peakAt;
  return { deepest, deepestAfterFirst, longestUnderWater, daysBelowInitial };
}

/** Deepest fall of a sum of amounts from its running maximum, which starts at 0 (user-cases I-04), ≤ 0. */
export function maxDrawdownOfSum(amounts: ArrayLike<number>): number {
  let sum = 0;
  let peak = 0;
  let deepest = 0;
  for (let i = 0; i < amounts.length; i++) {
    sum += amounts[i]!;
    if (sum > peak) peak = sum;
    if (sum - peak < deepest) deepest = sum - peak;
  }
  return deepest;
}
