import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { computeMetrics } from './compute-metrics';
import { flowNeutralReturns } from './flow-returns';
import type { MetricKey } from './types';

const GOLDEN = join(process.env.OOMRL_SHARED ?? join(import.meta.dirname, '../../../shared'), 'golden');
const absent = !existsSync(join(GOLDEN, 'metrics_expected.json'));
const skipped = absent ? ' (SKIPPED: no shared golden files beside the repository, set OOMRL_SHARED)' : '';
const csv = (name: string): Record<string, string>[] => {
  const [head, ...lines] = readFileSync(join(GOLDEN, name), 'utf8').replace(/^\ufeff/, '').trim().split(/\r?\n/);
  const keys = head!.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, i) => [keys[i]!, cell])));
};
const column = (name: string, key: string): number[] => csv(name).map((row) => Number(row[key]));
const close = (actual: number | null, expected: number, tolerance: number): boolean => actual !== null && Math.abs(actual - expected) <= tolerance * Math.max(Math.abs(expected), 1e-300);

for (const [set, file] of [['g1', 'g1_returns.csv'], ['g3', 'g3_paper_phase3.csv']] as const) {
  it.skipIf(absent)(`${set}: every expected metric at 1e-10 relative${skipped}`, () => {
    const expected = JSON.parse(readFileSync(join(GOLDEN, 'metrics_expected.json'), 'utf8'))[set] as Record<MetricKey, number>;
    const { metrics } = computeMetrics(column(file, 'port'), { benchmark: column(file, 'bench'), dates: csv(file).map((r) => r.date!) });
    const wrong = Object.entries(expected).filter(([key, value]) => !close(metrics[key as MetricKey], value, 1e-10));
    expect(wrong.map(([key, value]) => ({ key, value, actual: metrics[key as MetricKey] }))).toEqual([]);
  });
}

it.skipIf(absent)(`g1, g3: the figures of the table in numbers.md that the JSON leaves out${skipped}`, () => {
  const report = (file: string): ReturnType<typeof computeMetrics>['metrics'] => computeMetrics(column(file, 'port'), { benchmark: column(file, 'bench'), dates: csv(file).map((r) => r.date!) }).metrics;
  const g1 = report('g1_returns.csv');
  const g3 = report('g3_paper_phase3.csv');
  const cells: [MetricKey, number, number][] = [
    ['sharpe_rf_geo', 1.61610036172, 2.06046745545], ['ir_log', 0.352499275552, 2.63105583999], ['ir_unannualised', 0.0226174729852, 0.167503409815],
    ['alpha_compounded_rf0', 0.0885784156287, 0.353697799603], ['max_tuw_days', 122, 25], ['days_below_initial', 35, 11], ['ann_geo_calendar', 0.325735096598, 0.374443638644],
  ];
  for (const [key, one, three] of cells) {
    expect({ key, ok: close(g1[key], one, 1e-11), actual: g1[key] }).toMatchObject({ ok: true });
    expect({ key, ok: close(g3[key], three, 1e-11), actual: g3[key] }).toMatchObject({ ok: true });
  }
});

it.skipIf(absent)(`qp1: flow-neutral returns and account metrics at 1e-9${skipped}`, () => {
  const rows = csv('qp1_daily_amount_log_full.csv');
  const expected = JSON.parse(readFileSync(join(GOLDEN, 'qp1_expected.json'), 'utf8').replaceAll('NaN', 'null')) as { returns: number[]; metrics: Record<string, number>; factor_exposure_single: Record<string, number> };
  const returns = flowNeutralReturns(rows.map((r) => Number(r['收盘价值'])), rows.map((r) => Number(r.CASHFLOW)));
  expect(expected.returns.every((r, i) => close(returns[i]!, r, 1e-12))).toBe(true);
  const index = rows.map((r) => Number(r.CSI300));
  const dates = rows.map((r) => r['成交日期']!);
  const bench = index.slice(1).map((v, i) => v / index[i]! - 1);
  const options = { dates: dates.slice(1), baseDate: dates[0]!, preset: 'quantpits' as const };
  const m = computeMetrics(returns, { ...options, benchmark: bench }).metrics;
  const b = computeMetrics(bench, options).metrics;
  const pairs: [number | null, string][] = [
    [m.cum, 'Absolute_Return'], [b.cum, 'Benchmark_Absolute_Return'], [m.ann_arith252, 'Portfolio_Arithmetic_Annual_Return'], [m.ann_geo252, 'CAGR_252'], [m.ann_geo_calendar, 'CAGR_Calendar'],
    [b.ann_geo252, 'Benchmark_CAGR_252'], [b.ann_geo_calendar, 'Benchmark_CAGR_Calendar'], [m.vol_ddof1, 'Volatility'], [m.bench_vol, 'Benchmark_Volatility'], [m.te, 'Tracking_Error'], [m.sharpe_rf135, 'Sharpe'],
    [b.sharpe_rf135, 'Benchmark_Sharpe'], [m.sortino_rf135_target0, 'Sortino'], [m.calmar_geo, 'Calmar'], [b.calmar_geo, 'Benchmark_Calmar'], [m.ir, 'Information_Ratio_(Arithmetic)'], [m.ir_log, 'Information_Ratio_(Log_Based)'],
    [m.active_ann, 'Annualized_Active_Return_(Arithmetic)'], [m.mdd_with_initial, 'Max_Drawdown'], [m.bench_mdd, 'Benchmark_Max_Drawdown'], [m.max_tuw_days, 'Max_Time_Under_Water_Days'],
    [m.days_below_initial, 'Days_Below_Initial_Capital'], [m.max_daily_drop, 'Max_Daily_Drop'], [m.win_rate, 'Daily_Return_Win_Rate'], [m.profit_factor, 'Daily_Profit_Factor_(Returns)'],
  ];
  for (const [actual, key] of pairs) expect({ key, ok: close(actual, expected.metrics[key]!, 1e-9), actual, expected: expected.metrics[key] }).toMatchObject({ ok: true });
  const fit: [number | null, string][] = [
    [m.ols_beta, 'Beta_Market'], [m.ols_t_beta, 'Beta_Market_t'], [m.ols_p_beta, 'Beta_Market_p'], [m.ols_alpha_252, 'Annualized_Alpha'], [m.ols_t_alpha, 'Annualized_Alpha_t'], [m.ols_p_alpha, 'Annualized_Alpha_p'], [m.ols_r2, 'R_Squared'],
  ];
  for (const [actual, key] of fit) expect({ key, ok: close(actual, expected.factor_exposure_single[key]!, 1e-9), actual }).toMatchObject({ ok: true });
});
