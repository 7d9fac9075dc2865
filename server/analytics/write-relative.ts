import { maxDrawdown, wealthPath } from './drawdown';
import type { MetricSheet } from './metric-sheet';
import { minus, type Spread, sdOf, spreadOf } from './moments';
import { fitOls, hacIntercept, type OlsFit, shiftFit } from './ols';
import { rollingRatio } from './rolling';
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
  sheet.set('active_ann', spread.mean * 252);
  sheet.set('te', te === null ? null : te * root, same);
  sheet.set('ir', te === null ? null : (spread.mean / te) * root, same);
  sheet.set('ir_unannualised', te === null ? null : spread.mean / te, same);
  writeLogRatio(sheet, r, b);
  const bench = spreadOf(b);
  const benchSd = sdOf(bench, n, 1);
  const flat = n < 2 ? 'fewer than two returns' : 'the benchmark is constant';
  sheet.set('bench_ann_arith252', bench.mean * 252);
  sheet.set('bench_vol', benchSd === null ? null : benchSd * root, flat);
  sheet.set('bench_mdd', maxDrawdown(wealthPath(b)));
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
  sheet.set('alpha_compounded_rf0', raw ? (1 + raw.intercept.value) ** 252 - 1 : null, noFit);
  const hac = fit ? hacIntercept(fit, minus(b, rf / 252), HAC_LAGS) : null;
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

/** Information ratio of log returns: mean of ln((1+r)/(1+b)) · 252 over its sd · √252. */
function writeLogRatio(sheet: MetricSheet, r: Float64Array, b: Float64Array): void {
  const logs = new Float64Array(r.length);
  for (let i = 0; i < logs.length; i++) logs[i] = Math.log((1 + r[i]!) / (1 + b[i]!));
  const spread = spreadOf(logs);
  const total = spread.mean;
  const sd = Number.isFinite(total) ? sdOf(spread, logs.length, 1) : null;
  sheet.set('ir_log', sd === null ? null : (total / sd) * Math.sqrt(252), Number.isFinite(total) ? 'the active return is constant' : 'a return of −100 % has no logarithm');
}

function writeRollingIr(sheet: MetricSheet, active: Float64Array): void {
  const full = rollingRatio(active, IR_WINDOW, 252).subarray(IR_WINDOW - 1);
  const cause = active.length < IR_WINDOW ? `fewer than ${IR_WINDOW} returns` : 'the active return is constant in the window';
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const v of full) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  sheet.set('ir60_first', full[0] ?? null, cause);
  sheet.set('ir60_last', full[full.length - 1] ?? null, cause);
  sheet.set('ir60_min', low, cause);
  sheet.set('ir60_max', high, cause);
}
