import { fromDayNumber } from '@/server/contracts/calendar-date';
import type { Finding } from '../import-ledger';
import type { ResolvedSeries } from './resolve-series';

/** A jump of the unit ratio that no market makes. */
const DRIFT = 50;
const PARTIAL_SHARE = 0.6;
const MEDIAN_WINDOW = 20;

const median = (values: Float64Array | number[]): number => {
  const sorted = Float64Array.from(values).sort();
  return sorted[sorted.length >> 1] ?? Number.NaN;
};

/**
 * Units by the ratio amount / (volume × close): runs of rows more than 50 times off the series' median (the unit changed on the way),
 * and, for a share, a median far from 1 (the units, as guessed or as a person said, do not fit).
 */
export function findUnitProblems(s: ResolvedSeries, index: boolean): Finding[] {
  const n = s.days.length;
  const ratio = new Float64Array(n);
  const usable = new Float64Array(n);
  let count = 0;
  for (let k = 0; k < n; k++) {
    const r = s.amount[k]! / (s.volume[k]! * s.close[k]!);
    ratio[k] = r;
    if (r > 0 && r < Number.POSITIVE_INFINITY) usable[count++] = r;
  }
  const centre = median(usable.subarray(0, count));
  const found: Finding[] = [];
  if (!index && (centre > 2 || centre < 0.5)) {
    found.push({
      kind: 'units-unknown', symbol: s.symbol, date: null,
      detail: `amount / (volume × close) is ${centre.toPrecision(3)} in the median: the units do not fit. Say volumeUnit and amountUnit in the mapping.`,
      evidence: { median: centre, rows: count },
    });
  }
  if (count < MEDIAN_WINDOW) return found;
  const off = (k: number): number => (ratio[k]! > centre * DRIFT ? 1 : ratio[k]! > 0 && ratio[k]! < centre / DRIFT ? -1 : 0);
  for (let k = 0; k < n; k++) {
    const side = off(k);
    if (side === 0) continue;
    const from = k;
    while (k + 1 < n && off(k + 1) === side) k++;
    const times = ratio[from]! / centre;
    found.push({
      kind: 'unit-drift', symbol: s.symbol, date: fromDayNumber(s.days[from]!),
      detail: `amount / (volume × close) is ${times < 1 ? `1/${Math.round(1 / times)}` : Math.round(times)} of its median on ${k - from + 1} row(s) from this day: the unit of amount or volume changed.`,
      evidence: { times, rows: k - from + 1, amount: s.amount[from]!, volume: s.volume[from]!, close: s.close[from]! },
    });
  }
  return found;
}

/** The last rows carry more decimals than all before: another source was glued on. */
export function findDecimalsChange(s: ResolvedSeries): Finding[] {
  const n = s.days.length;
  let from = n;
  let before = 0;
  for (let k = 0; k < n; k++) before = Math.max(before, k < n - MEDIAN_WINDOW ? s.closeDecimals[k]! : 0);
  while (from > n - MEDIAN_WINDOW && from > 0 && s.closeDecimals[from - 1]! > before) from--;
  if (from === n || n < 3 * MEDIAN_WINDOW) return [];
  return [{
    kind: 'decimals-changed', symbol: s.symbol, date: fromDayNumber(s.days[from]!),
    detail: `From this day the close is written with ${s.closeDecimals[from]} decimals, never more than ${before} before: another source.`,
    evidence: { decimals: s.closeDecimals[from]!, before, rows: n - from },
  }];
}

/**
 * Volume below 60 % of the median of the 20 traded days before: on the last row of anything, and on the last five rows of an
 * index, whose volume hardly swings, an unfinished bar.
 */
export function findPartialBars(s: ResolvedSeries, index: boolean): Finding[] {
  const found: Finding[] = [];
  const n = s.days.length;
  for (let k = Math.max(MEDIAN_WINDOW, index ? n - 5 : n - 1); k < n; k++) {
    if (!s.traded[k] || !(s.volume[k]! > 0)) continue;
    const usual = median(s.volume.subarray(k - MEDIAN_WINDOW, k).filter((v) => v > 0));
    if (!(s.volume[k]! < PARTIAL_SHARE * usual)) continue;
    found.push({
      kind: k === n - 1 ? 'partial-last-bar' : 'partial-bar', symbol: s.symbol, date: fromDayNumber(s.days[k]!),
      detail: `Volume is ${Math.round((100 * s.volume[k]!) / usual)} % of the median of the 20 days before: a bar taken before the close, or a very thin day.`,
      evidence: { volume: s.volume[k]!, median20: usual },
    });
  }
  return found;
}

/** Average price amount / volume outside low..high by more than half a tick: volume or amount of that row is wrong. */
export function findVwapOutside(s: ResolvedSeries): Finding[] {
  const found: Finding[] = [];
  for (let k = 0; k < s.days.length; k++) {
    if (!s.traded[k] || !(s.volume[k]! > 0)) continue;
    const vwap = s.amount[k]! / s.volume[k]!;
    const slack = 0.005 + 1e-3 * s.low[k]!;
    if (!(vwap < s.low[k]! - slack || vwap > s.high[k]! + slack)) continue;
    found.push({
      kind: 'vwap-outside', symbol: s.symbol, date: fromDayNumber(s.days[k]!),
      detail: `The average price ${vwap.toPrecision(6)} lies outside low ${s.low[k]} and high ${s.high[k]}: volume or amount is wrong.`,
      evidence: { vwap, low: s.low[k]!, high: s.high[k]!, volume: s.volume[k]!, amount: s.amount[k]! },
    });
  }
  return found;
}

/** Rounding to whole cents that moves a price by more than this shows in returns. */
const ROUNDING = 1e-3;

/** Closes between two price steps of 0.01, as old prices adjusted for later splits are: orders, fills and values count whole cents. */
export function findFinePrices(s: ResolvedSeries): Finding[] {
  let rows = 0;
  let worst = 0;
  let at = 0;
  for (let k = 0; k < s.days.length; k++) {
    const moved = Math.abs(Math.round(s.close[k]! * 100) / (s.close[k]! * 100) - 1);
    if (!(moved > ROUNDING)) continue;
    rows++;
    if (moved <= worst) continue;
    worst = moved;
    at = k;
  }
  if (rows === 0) return [];
  return [{
    kind: 'finer-than-tick', symbol: s.symbol, date: fromDayNumber(s.days[at]!),
    detail: `The close ${s.close[at]} lies between two steps of 0.01, as on ${rows} row(s): fills and values count whole cents, ${(100 * worst).toFixed(2)} % off here. Give unadjusted prices.`,
    evidence: { rows, close: s.close[at]!, rounding: worst },
  }];
}

/** Bars with price movement and no volume; one finding for a file that gives none at all. */
export function findZeroVolume(s: ResolvedSeries, index: boolean): Finding[] {
  if (!s.hasVolume) {
    return index ? [] : [{ kind: 'zero-volume', symbol: s.symbol, date: null, detail: 'The file gives no volume: prices can be looked at, but no order of this symbol is ever filled.', evidence: { rows: s.days.length } }];
  }
  const found: Finding[] = [];
  for (let k = 0; k < s.days.length; k++) {
    if (!s.traded[k] || s.volume[k]! > 0) continue;
    found.push({ kind: 'zero-volume', symbol: s.symbol, date: fromDayNumber(s.days[k]!), detail: 'The bar has a price range but no volume; the prices are kept.', evidence: { high: s.high[k]!, low: s.low[k]! } });
  }
  return found;
}
