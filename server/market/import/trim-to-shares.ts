import { fromDayNumber } from '@/server/contracts/calendar-date';
import type { Finding } from '../import-ledger';
import type { Series } from './series';

/**
 * Sessions from the first row of any share to the last. An index file is often years longer than the files of its members; on such days
 * there is nothing to trade, and a run over them would count empty days as days with a return of 0 (numbers.md: N, mean and Sharpe).
 * @param isShare false for an index or the benchmark
 */
export function trimToShares(days: Int32Array, series: readonly Series[], isShare: (symbol: string) => boolean, findings: Finding[]): Int32Array {
  const shares = series.filter((s) => isShare(s.symbol) && s.days.length > 0);
  if (shares.length === 0) return days;
  const first = shares.reduce((low, s) => Math.min(low, s.days[0]!), Number.POSITIVE_INFINITY);
  const last = shares.reduce((high, s) => Math.max(high, s.days[s.days.length - 1]!), Number.NEGATIVE_INFINITY);
  const within = days.filter((day) => day >= first && day <= last);
  const before = days.filter((day) => day < first);
  const after = days.filter((day) => day > last);
  if (before.length + after.length === 0) return days;
  const spans = [before, after].filter((part) => part.length > 0).map((part) => `${part.length} from ${fromDayNumber(part[0]!)} to ${fromDayNumber(part[part.length - 1]!)}`);
  findings.push({
    kind: 'index-longer', symbol: '*', date: fromDayNumber((before.length > 0 ? before : after)[0]!),
    detail: `Only an index has rows on these sessions: ${spans.join(' and ')}. They were left out: no share could be traded there.`,
    evidence: { sessions_before: before.length, sessions_after: after.length },
  });
  return within;
}
