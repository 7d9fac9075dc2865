import { drawdownFacts } from './drawdown';
import type { MetricSheet } from './metric-sheet';
import { minus, type Spread, sdOf, spreadOf } from './moments';
import { fitOls, hacIntercept, type OlsFit, shiftFit } from './ols';
import { rollingRatioRange } from './rolling';
import type { MetricKey } from './types';

const IR_WINDOW = 60;
const HAC_LAGS = 5;

/** Everything that compares with a benchmark of the same days: active return, OLS on excess and on raw returns, rolling IR. */
export function writeRelative(sheet: MetricSheet, r: Float64Array, own: Spread, b: Float64Array, rf: number): void {
  const n = r.length;
  const root = Math.sqrt(252);
  const active = minus(r, b);
  const spread = spreadOf(active);
  const te = sdOf(spread, n, 1);
  const same = n < 2 ? 'fewer than two returns' : 'the active return is constant';
  sheet.set('active_ann', n < 2 ? null : spread.mean * 252, same);
  sheet.set('te', te === null ? null : te * root, same);
  sheet.set('ir', te === null ? null : (spread.mean / te) * root, same);
  sheet.set('ir_unannualised', te === null ? null : spread.mean / te, same);
  writeLogRatio(sheet, r, b, spread.mean);
  const bench = spreadOf(b);
  const benchSd = sdOf(bench, n, 1);
  const flat = n < 2 ? 'fewer than two returns' : 'the benchmark is constant';
  sheet.set('bench_ann_arith252', n < 2 ? null : bench.mean * 252, flat);
  sheet.set('bench_vol', benchSd === null ? null : benchSd * root, flat);
  sheet.set('bench_mdd', drawdownFacts(b).deepest);
  const ownSd = sdOf(own, n, 1);
  let cross = 0;
  for (let i = 0; i < n; i++) cross += (r[i]! - own.mean) * (b[i]! - bench.mean);
  sheet.set('beta_cov', benchSd === null ? null : cross / bench.m2, flat);
  sheet.set('corr', benchSd === null || ownSd === null ? null : Math.max(-1, Math.min(1, cross / Math.sqrt(bench.m2 * own.m2))), 'one of the two series is constant');
  const raw = benchSd === null ? null : fitOls(r, [b]);
  // The excess fit is the raw one with both axes moved by the daily risk-free rate: same slope, other intercept.
  const fit = raw && shiftFit(raw, rf / 252, [rf / 252]);
  const noFit = n < 3 ? 'fewer than three returns' : benchSd === null ? flat : 'the benchmark explains every return exactly';
  writeFit(sheet, 'ols_', fit, noFit);
  writeFit(sheet, 'ols_raw_', raw, noFit);
  sheet.set('alpha_compounded_rf0', raw ? (1 + raw.intercept.value) ** 252 - 1 : null, raw ? 'compounded over a year it leaves the numbers' : noFit);
  const hac = fit ? hacIntercept(fit, b, HAC_LAGS, rf / 252) : null;
  sheet.set('hac5_t_alpha', hac?.t ?? null, noFit);
  sheet.set('hac5_p_alpha', hac?.p ?? null, noFit);
  writeRollingIr(sheet, active);
}

function writeFit(sheet: MetricSheet, prefix: 'ols_' | 'ols_raw_', fit: OlsFit | null, cause: string): void {
  const slope = fit?.slopes[0];
  const put = (name: string, value: number | undefined): void => sheet.set(`${prefix}${name}` as MetricKey, value ?? null, cause);
  put('alpha_d', fit?.intercept.value);
  put('alpha_252', fit ? fit.intercept.value * 252 : undefined);
  put('beta', slope?.value);
  put('t_alpha', fit?.intercept.t);
  put('t_beta', slope?.t);
  put('p_alpha', fit?.intercept.p);
  put('p_beta', slope?.p);
  put('r2', fit?.r2);
  put('se_alpha', fit?.intercept.se);
  put('se_beta', slope?.se);
}

/**
 * Information ratio of log returns: mean of ln((1+r)/(1+b)) · 252 over its sd · √252. One pass around the mean active return, which lies
 * so near the mean of the logarithms that nothing cancels.
 */
function writeLogRatio(sheet: MetricSheet, r: Float64Array, b: Float64Array, near: number): void {
  const n = r.length;
  let sum = 0;
  let square = 0;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    const log = Math.log((1 + r[i]!) / (1 + b[i]!));
    const d = log - near;
    sum += d;
    square += d * d;
    const size = Math.abs(log);
    if (size > largest) largest = size;
  }
  const mean = near + sum / n;
  const sd = Number.isFinite(mean) ? sdOf({ mean, m2: Math.max(0, square - (sum * sum) / n), m3: 0, m4: 0, largest }, n, 1) : null;
  sheet.set('ir_log', sd === null ? null : (mean / sd) * Math.sqrt(252), Number.isFinite(mean) ? 'the active return is constant' : 'a return of −100 % or less has no logarithm');
}

function writeRollingIr(sheet: MetricSheet, active: Float64Array): void {
  const cause = active.length < IR_WINDOW ? `fewer than ${IR_WINDOW} returns` : 'the active return is constant in the window';
  const { first, last, least, greatest } = rollingRatioRange(active, IR_WINDOW, 252);
  sheet.set('ir60_first', first, cause);
  sheet.set('ir60_last', last, cause);
  sheet.set('ir60_min', least, cause);
  sheet.set('ir60_max', greatest, cause);
}
