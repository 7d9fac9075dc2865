import { fromDayNumber } from '@/server/contracts/calendar-date';
import type { Finding } from '../import-ledger';
import type { Series } from './series';

const clock = (time: number): string => {
  const s = time - 1;
  return `${String(Math.floor(s / 3600)).padStart(2, '0')}:${String(Math.floor(s / 60) % 60).padStart(2, '0')}:${String(s % 60).padStart(2, '0')}`;
};

/**
 * Daily bars from a series with times of day; a daily series comes back unchanged. A live stub (last row, no volume, one price,
 * a second that fits no bar) is dropped, a day with fewer bars than usual at the end is named, and so is a shift of the session
 * by daylight saving. `drop` is told how many rows did not enter.
 */
export function aggregateIntraday(series: Series, times: Int32Array, findings: Finding[], drop: (count: number) => void): Series {
  let several = false;
  for (let k = 1; k < series.days.length && !several; k++) several = series.days[k] === series.days[k - 1];
  if (!several) return series;
  const { symbol } = series;
  let rows = series.days.length;
  const last = rows - 1;
  const flat = series.open[last] === series.close[last] && series.high[last] === series.low[last] && !(series.volume[last]! > 0);
  if (flat && (times[last]! - 1) % 60 !== 0) {
    rows--;
    drop(1);
    findings.push({ kind: 'stub-bar', symbol, date: fromDayNumber(series.days[last]!), detail: `The last row (${clock(times[last]!)}) is a live quote without volume, not a bar; it was left out.`, evidence: { close: series.close[last]!, volume: 0, time: clock(times[last]!) } });
  }
  const starts: number[] = [];
  for (let k = 0; k < rows; k++) if (k === 0 || series.days[k] !== series.days[k - 1]) starts.push(k);
  const n = starts.length;
  const end = (d: number): number => (d + 1 < n ? starts[d + 1]! : rows);
  const fold = (from: Float64Array, how: (a: number, b: number) => number): Float64Array =>
    Float64Array.from(starts, (s, d) => {
      let value = from[s]!;
      for (let k = s + 1; k < end(d); k++) value = how(value, from[k]!);
      return value;
    });
  const add = (a: number, b: number): number => a + b;
  const first = (a: number): number => a;
  const final = (_: number, b: number): number => b;
  findings.push({ kind: 'intraday', symbol, date: null, detail: `${rows} intraday rows were folded into ${n} daily bars by the calendar date as written.`, evidence: { rows, days: n } });
  noteSessions(series, times, starts, end, findings);
  return {
    ...series,
    days: Int32Array.from(starts, (s) => series.days[s]!),
    open: fold(series.open, first), high: fold(series.high, Math.max), low: fold(series.low, Math.min), close: fold(series.close, final),
    volume: fold(series.volume, add), amount: fold(series.amount, add),
    preclose: series.preclose && fold(series.preclose, first),
    factor: series.factor && fold(series.factor, final),
    tradestatus: series.tradestatus && fold(series.tradestatus, Math.max),
    isst: series.isst && fold(series.isst, Math.max),
    closeDecimals: Uint8Array.from(starts, (_, d) => series.closeDecimals[end(d) - 1]!),
  };
}

function noteSessions(series: Series, times: Int32Array, starts: readonly number[], end: (d: number) => number, findings: Finding[]): void {
  const counts = starts.map((s, d) => end(d) - s);
  const usual = [...counts].sort((a, b) => a - b)[counts.length >> 1]!;
  const lastCount = counts[counts.length - 1]!;
  if (lastCount < usual) {
    const date = fromDayNumber(series.days[starts[starts.length - 1]!]!);
    findings.push({ kind: 'partial-last-bar', symbol: series.symbol, date, detail: `The last day has ${lastCount} of the usual ${usual} intraday rows: its bar is not finished.`, evidence: { rows: lastCount, usual } });
  }
  for (let d = 1; d < starts.length; d++) {
    const before = times[starts[d - 1]!]!;
    const now = times[starts[d]!]!;
    if (Math.abs(now - before) !== 3600) continue;
    findings.push({ kind: 'session-shift', symbol: series.symbol, date: fromDayNumber(series.days[starts[d]!]!), detail: `The session starts at ${clock(now)} instead of ${clock(before)} from this day on (daylight saving); the calendar date is unaffected.`, evidence: { before: clock(before), now: clock(now) } });
  }
}
