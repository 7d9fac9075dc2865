import { toDayNumber } from '@/server/contracts/calendar-date';
import type { ConfirmedSplit, Finding } from '../import-ledger';
import type { Series } from './series';

/** A series with what follows from its rows: traded or not, preclose, backward-cumulative factor. Arrays by row. */
export interface ResolvedSeries extends Series {
  readonly traded: Uint8Array;
  /** Close used for valuation: the row's, or the last one on a day without price. */
  readonly lastClose: Float64Array;
  readonly preclose: Float64Array;
  readonly precloseGiven: boolean;
  readonly factor: Float64Array;
  readonly exDay: Uint8Array;
}

/** Closes differ from precloses by less than this when nothing happened. */
const SAME = 1e-6;

/**
 * Traded flag (status column, else volume), preclose (given, else from the factor column, else the last close; a confirmed split
 * divides it) and factor: given, and where the cell is blank the one before carried over ex-days (before the first, the first); in a
 * file without factors the running product of last close / preclose, which also counts an ex-day inside a suspension (user-cases I-52).
 */
export function resolveSeries(series: Series, splits: readonly ConfirmedSplit[], findings: Finding[]): ResolvedSeries {
  const n = series.days.length;
  const traded = new Uint8Array(n);
  const lastClose = new Float64Array(n);
  const preclose = new Float64Array(n);
  const factor = new Float64Array(n);
  const exDay = new Uint8Array(n);
  const confirmed = new Map(splits.filter((s) => s.symbol === series.symbol).map((s) => [toDayNumber(s.date), s]));
  let close = Number.NaN;
  let lastFactor = Number.NaN;
  // A blank cell in a column of factors near 37 is not 1: indicators would see a crash and a recovery.
  let running = series.factor?.find((f) => f > 0) ?? 1;
  for (let k = 0; k < n; k++) {
    traded[k] = isTraded(series, k) ? 1 : 0;
    const split = confirmed.get(series.days[k]!);
    const givenPre = series.preclose?.[k] ?? Number.NaN;
    const givenFactor = series.factor?.[k] ?? Number.NaN;
    let pre = givenPre > 0 ? givenPre : close;
    if (!(givenPre > 0) && givenFactor > 0 && lastFactor > 0) {
      const step = lastFactor / givenFactor;
      if (Math.abs(step - 1) > tremble(series, k, givenFactor)) pre = close * step;
    }
    // The last one given, not that of the row before: suspended rows of a store have none, and an ex-date may lie among them (user-cases I-52).
    if (givenFactor > 0) lastFactor = givenFactor;
    if (split && Number.isFinite(close)) {
      pre = close / split.ratio;
      findings.push({ kind: 'split-confirmed', symbol: series.symbol, date: split.date, detail: `A confirmed split of 1 to ${split.ratio}: the close before, ${close}, counts as ${Number(pre.toPrecision(7))}.`, evidence: { previous_close: close, ratio: split.ratio } });
    }
    preclose[k] = pre;
    if (Number.isFinite(close) && Math.abs(pre - close) > SAME * close) {
      exDay[k] = 1;
      running *= close / pre;
    }
    if (series.close[k]! > 0) close = series.close[k]!;
    lastClose[k] = close;
    if (givenFactor > 0) running = givenFactor;
    factor[k] = running;
  }
  return { ...series, traded, lastClose, preclose, precloseGiven: series.preclose !== null, factor, exDay };
}

/**
 * How far a factor moves when nothing happened: factors of a float32 store tremble in the seventh digit, those made of adjusted closes by
 * half the last decimal place on each of two days.
 */
function tremble(s: Series, k: number, factor: number): number {
  return s.adjustedUnit === 0 ? SAME : SAME + s.adjustedUnit / (factor * Math.min(s.close[k]!, s.close[k - 1]! > 0 ? s.close[k - 1]! : s.close[k]!));
}

/** Status column first; else no volume at one price (or at no price) is a suspension. A file without volume is traded throughout. */
function isTraded(s: Series, k: number): boolean {
  if (!(s.close[k]! > 0)) return false;
  if (s.tradestatus && !Number.isNaN(s.tradestatus[k]!)) return s.tradestatus[k] !== 0;
  if (!s.hasVolume || s.volume[k]! > 0) return true;
  return s.open[k]! > 0 && !(s.open[k] === s.close[k] && s.high[k] === s.low[k]);
}
