import { drawdownEpisodes, wealthPath } from './drawdown';

export interface DatedDrawdown {
  readonly peak_date: string;
  readonly trough_date: string;
  /** null = still under water on the last day. */
  readonly recovery_date: string | null;
  readonly depth: number;
  /** Trading days from the peak to the trough, and from the peak to the recovery (or the last day). */
  readonly days_down: number;
  readonly days_total: number;
}

/**
 * Drawdown episodes of dated returns, deepest first. `baseDate` is the day of the initial capital, which is a peak like any other.
 */
export function datedDrawdowns(dates: readonly string[], returns: ArrayLike<number>, baseDate: string): DatedDrawdown[] {
  const path = wealthPath(returns);
  const dateAt = (index: number): string => (index === 0 ? baseDate : dates[index - 1]!);
  return drawdownEpisodes(path)
    .map(({ peak, trough, recovery, depth }) => ({
      peak_date: dateAt(peak),
      trough_date: dateAt(trough),
      recovery_date: recovery === null ? null : dateAt(recovery),
      depth,
      days_down: trough - peak,
      days_total: (recovery ?? path.length - 1) - peak,
    }))
    .sort((a, b) => a.depth - b.depth);
}
