import { toDayNumber } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';
import { headlineOf } from './headline';
import { MetricSheet } from './metric-sheet';
import { quantileLinear, type Spread, sdOf, spreadOf } from './moments';
import { writeDrawdowns } from './write-drawdowns';
import { writeRelative } from './write-relative';
import type { MetricsOptions, MetricsReport } from './types';

const DEFAULT_RF = 0.0135;

/**
 * Every metric of simple periodic (daily) returns, and against a benchmark of the same days when one is given. What cannot be said
 * is null with a cause.
 * @throws AppError BAD_INPUT on a return that is not a finite number, or series of different length
 */
export function computeMetrics(returns: ArrayLike<number>, options: MetricsOptions = {}): MetricsReport {
  const { benchmark = null, rf = DEFAULT_RF, preset = 'paper' } = options;
  if (!Number.isFinite(rf)) throw new AppError('BAD_INPUT', `rf must be a finite annual rate, got ${rf}.`);
  const own = finite(returns, 'returns');
  const other = benchmark && finite(benchmark, 'benchmark');
  if (other && other.length !== own.length) throw new AppError('BAD_INPUT', `${own.length} returns against ${other.length} benchmark returns; align them by date first.`);
  if (options.dates && options.dates.length !== returns.length) throw new AppError('BAD_INPUT', `${options.dates.length} dates for ${returns.length} returns.`);
  const sheet = new MetricSheet();
  const n = returns.length;
  sheet.set('n', n);
  if (n === 0) sheet.causeForRest('there are no returns');
  else {
    const spread = spreadOf(own);
    writeReturns(sheet, own, spread, rf);
    writeCalendarGrowth(sheet, n, options);
    writeShape(sheet, own, spread);
    writeDrawdowns(sheet, own);
    if (other) writeRelative(sheet, own, spread, other, rf);
    else sheet.causeForRest('no benchmark was given');
  }
  const metrics = sheet.values();
  return { preset, rf, periodsPerYear: preset === 'qlib' ? 238 : 252, metrics, causes: sheet.causes(), headline: headlineOf(preset, metrics) };
}

/** The series as float64 (one array type keeps the loops below fast; one that is already is not copied), every value finite. */
function finite(x: ArrayLike<number>, name: string): Float64Array {
  const out = x instanceof Float64Array ? x : Float64Array.from(x);
  for (let i = 0; i < out.length; i++) {
    if (!Number.isFinite(out[i]!)) throw new AppError('BAD_INPUT', `${name}[${i}] is ${out[i]}; drop or fill that day yourself, a metric must not guess.`, { index: i });
  }
  return out;
}

/** Growth, mean, volatility and the ratios made of them. */
function writeReturns(sheet: MetricSheet, r: Float64Array, spread: Spread, rf: number): void {
  const n = r.length;
  let wealth = 1;
  let downside = 0;
  let up = 0;
  let down = 0;
  let wins = 0;
  let lowest = 0;
  for (let i = 0; i < n; i++) {
    const x = r[i]!;
    wealth *= 1 + x;
    if (x < 0) {
      downside += x * x;
      down -= x;
      if (x < lowest) lowest = x;
    } else if (x > 0) {
      up += x;
      wins++;
    }
  }
  const sd1 = sdOf(spread, n, 1);
  const sd0 = sdOf(spread, n, 0);
  const flat = n < 2 ? 'fewer than two returns' : 'the returns are constant';
  const root = Math.sqrt(252);
  const over = (rate: number): number | null => (sd1 === null ? null : ((spread.mean - rate) / sd1) * root);
  sheet.set('cum', wealth - 1);
  // One day says nothing about a year.
  const enough = n >= 2;
  sheet.set('ann_arith252', enough ? spread.mean * 252 : null, flat);
  sheet.set('ann_arith238', enough ? spread.mean * 238 : null, flat);
  const broke = enough ? 'the capital fell below zero' : flat;
  sheet.set('ann_geo252', enough && wealth >= 0 ? wealth ** (252 / n) - 1 : null, broke);
  sheet.set('ann_geo238', enough && wealth >= 0 ? wealth ** (238 / n) - 1 : null, broke);
  sheet.set('vol_ddof1', sd1 === null ? null : sd1 * root, flat);
  sheet.set('vol_ddof0', sd0 === null ? null : sd0 * root, flat);
  sheet.set('sharpe_rf0', over(0), flat);
  sheet.set('sharpe_rf135', over(rf / 252), flat);
  sheet.set('sharpe_rf_geo', over((1 + rf) ** (1 / 252) - 1), flat);
  const semi = Math.sqrt(downside / n);
  const noLoss = 'there is no negative return';
  const noSortino = enough ? noLoss : flat;
  sheet.set('sortino_rf135_target0', enough && semi > 0 ? ((spread.mean - rf / 252) / semi) * root : null, noSortino);
  sheet.set('sortino_rf0', enough && semi > 0 ? (spread.mean / semi) * root : null, noSortino);
  sheet.set('win_rate', wins / n);
  sheet.set('profit_factor', down > 0 ? up / down : null, noLoss);
  sheet.set('max_daily_drop', lowest < 0 ? lowest : null, noLoss);
}

function writeCalendarGrowth(sheet: MetricSheet, n: number, { dates, baseDate }: MetricsOptions): void {
  const last = dates?.[n - 1];
  if (dates === undefined || last === undefined) {
    sheet.set('ann_geo_calendar', null, 'no dates were given');
    return;
  }
  if (n < 2) {
    sheet.set('ann_geo_calendar', null, 'fewer than two returns');
    return;
  }
  const base = baseDate === undefined ? toDayNumber(dates[0]!) - 1 : toDayNumber(baseDate);
  const days = toDayNumber(last) - base;
  const growth = 1 + (sheet.get('cum') ?? Number.NaN);
  sheet.set('ann_geo_calendar', days > 0 && growth >= 0 ? growth ** (365 / days) - 1 : null, growth < 0 ? 'the capital fell below zero' : 'the dates span no day');
}

/** Skewness, excess kurtosis, value at risk. */
function writeShape(sheet: MetricSheet, r: Float64Array, spread: Spread): void {
  const n = r.length;
  const { m2, m3, m4 } = spread;
  const constant = sdOf(spread, n, 1) === null;
  const skew = (m3 / n) / (m2 / n) ** 1.5;
  const kurt = (m4 / n) / (m2 / n) ** 2 - 3;
  const flat = n < 2 ? 'fewer than two returns' : 'the returns are constant';
  sheet.set('skew_pop', constant ? null : skew, flat);
  sheet.set('kurt_pop', constant ? null : kurt, flat);
  sheet.set('skew_adj', constant || n < 3 ? null : (skew * Math.sqrt(n * (n - 1))) / (n - 2), constant ? flat : 'fewer than three returns');
  sheet.set('kurt_adj', constant || n < 4 ? null : ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * kurt + 6), constant ? flat : 'fewer than four returns');
  const bound = quantileLinear(r, 0.05);
  let sum = 0;
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (r[i]! > bound) continue;
    sum += r[i]!;
    count++;
  }
  sheet.set('var95_linear', bound);
  // With few rows every return lies above the interpolated quantile.
  sheet.set('cvar95', count > 0 ? sum / count : null, 'no return lies at or below the 5 % quantile');
}
