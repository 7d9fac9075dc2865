import type { SharpeInterval } from '@/server/analytics/bootstrap-sharpe';
import type { MetricKey, MetricsReport } from '@/server/analytics/types';
import { fixed } from '../../fixed';

type Form = 'percent' | 'ratio' | 'p' | 'count' | 'bp';
type Row = readonly [key: MetricKey, name: string, form: Form, definition: string];

const GROUPS: readonly (readonly [string, readonly Row[]])[] = [
  ['Returns', [
    ['n', 'Days (N)', 'count', ''],
    ['cum', 'Cumulative', 'percent', 'Π(1 + r) − 1'],
    ['ann_arith252', 'Annual, arithmetic', 'percent', 'mean × 252'],
    ['ann_geo252', 'Annual, CAGR_252', 'percent', 'growth ^ (252 / N) − 1'],
    ['ann_geo_calendar', 'Annual, calendar CAGR', 'percent', 'growth ^ (365 / days) − 1'],
    ['ann_arith238', 'Annual, Qlib', 'percent', 'mean × 238'],
    ['vol_ddof1', 'Volatility', 'percent', 'sd (n − 1) × √252'],
  ]],
  ['Ratios', [
    ['sharpe_rf135', 'Sharpe', 'ratio', '(mean − rf / 252) / sd (n − 1) × √252'],
    ['sharpe_rf0', 'Sharpe, no risk-free rate', 'ratio', 'mean / sd (n − 1) × √252'],
    ['sortino_rf135_target0', 'Sortino', 'ratio', '(mean − rf / 252) / √mean(min(0, r)²) × √252'],
    ['calmar_geo', 'Calmar', 'ratio', 'CAGR_252 / |maximum drawdown|'],
    ['win_rate', 'Days with a gain', 'percent', 'share of N'],
    ['profit_factor', 'Profit factor', 'ratio', 'Σ gains / Σ losses of the returns'],
  ]],
  ['Loss', [
    ['mdd_with_initial', 'Maximum drawdown', 'percent', 'compounded, the initial capital is a peak'],
    ['mdd_sum', 'Maximum drawdown, sum', 'percent', 'of the sum of returns (Qlib)'],
    ['max_tuw_days', 'Longest under water', 'count', 'trading days'],
    ['days_below_initial', 'Days below the start', 'count', ''],
    ['max_daily_drop', 'Worst day', 'percent', ''],
    ['var95_linear', 'VaR 95 %', 'percent', '5 % quantile, linear'],
    ['cvar95', 'CVaR 95 %', 'percent', 'mean at or below it'],
    ['skew_adj', 'Skewness', 'ratio', 'adjusted'],
    ['kurt_adj', 'Excess kurtosis', 'ratio', 'adjusted'],
  ]],
  ['Against the benchmark', [
    ['bench_ann_arith252', 'Benchmark, annual', 'percent', 'mean × 252'],
    ['bench_vol', 'Benchmark, volatility', 'percent', 'sd (n − 1) × √252'],
    ['bench_mdd', 'Benchmark, maximum drawdown', 'percent', ''],
    ['active_ann', 'Active return', 'percent', 'mean(r − b) × 252'],
    ['te', 'Tracking error', 'percent', 'sd(r − b) (n − 1) × √252'],
    ['ir', 'Information ratio', 'ratio', 'arithmetic: active return / tracking error'],
    ['ir_log', 'Information ratio, log', 'ratio', 'of ln((1 + r) / (1 + b))'],
    ['ols_beta', 'Beta', 'ratio', 'OLS on excess returns'],
    ['ols_t_beta', '  t', 'ratio', ''],
    ['ols_p_beta', '  p', 'p', ''],
    ['ols_alpha_252', 'Alpha, excess returns', 'percent', 'intercept × 252'],
    ['ols_alpha_d', '  a day', 'bp', ''],
    ['ols_t_alpha', '  t', 'ratio', ''],
    ['ols_p_alpha', '  p', 'p', ''],
    ['ols_raw_alpha_252', 'Alpha, raw returns', 'percent', 'intercept × 252, no risk-free rate'],
    ['ols_raw_alpha_d', '  a day', 'bp', ''],
    ['ols_raw_t_alpha', '  t', 'ratio', ''],
    ['ols_raw_p_alpha', '  p', 'p', ''],
    ['hac5_t_alpha', 'Alpha, t with HAC(5)', 'ratio', 'Newey–West, 5 lags'],
    ['hac5_p_alpha', '  p', 'p', ''],
    ['ols_r2', 'R²', 'ratio', ''],
    ['ir60_last', 'Rolling 60-day IR, last', 'ratio', ''],
    ['ir60_min', '  lowest', 'ratio', ''],
    ['ir60_max', '  highest', 'ratio', ''],
  ]],
];

function show(value: number, form: Form): string {
  switch (form) {
    case 'percent':
      return `${fixed(value * 100, 2)} %`;
    case 'ratio':
      return fixed(value, 4);
    case 'p':
      return value < 1e-4 ? value.toExponential(2) : fixed(value, 4);
    case 'count':
      return String(value);
    case 'bp':
      return `${fixed(value * 1e4, 2)} bp`;
  }
}

/** The report for people: figure, value, definition; a figure that cannot be said gives its cause instead. `interval`: of the Sharpe ratio, or why there is none. */
export function printMetrics(report: MetricsReport, dates: readonly string[] | null, interval: SharpeInterval | string): string {
  const rows = GROUPS.flatMap(([, list]) => list);
  const name = Math.max(...rows.map(([, label]) => label.length)) + 2;
  const [ends, how] = typeof interval === 'string' ? ['n/a', interval] : [`${fixed(interval.low, 2)} to ${fixed(interval.high, 2)}`, `stationary bootstrap, ${interval.draws} draws, blocks of 5 days on average`];
  const intervalLine = `  ${'  95 % interval'.padEnd(name)} ${ends.padStart(12)}  ${how}`;
  const line = ([key, label, form, definition]: Row): string => {
    const value = report.metrics[key];
    const shown = value === null ? 'n/a' : show(value, form);
    const said = `  ${label.padEnd(name)} ${shown.padStart(12)}  ${value === null ? (report.causes[key] ?? '') : definition}`.trimEnd();
    return key === 'sharpe_rf135' ? `${said}\n${intervalLine}` : said;
  };
  const lead = Object.entries(report.headline).map(([key, { value, definition }]) => {
    const form: Form = key === 'sharpe' || key === 'information_ratio' ? 'ratio' : 'percent';
    return `  ${key.replaceAll('_', ' ').padEnd(name)} ${(value === null ? 'n/a' : show(value, form)).padStart(12)}  ${definition}`;
  });
  const head = `Definitions: ${report.preset}, risk-free ${fixed(report.rf * 100, 2)} % a year${dates && dates.length > 0 ? `; ${dates[0]} to ${dates[dates.length - 1]}` : ''}`;
  const alpha = report.metrics.ols_p_alpha;
  const note = alpha !== null && alpha >= 0.05 ? ['', `Alpha is not significant at the 5 % level (p = ${show(alpha, 'p')}): these days do not tell skill from luck.`] : [];
  return [head, '', 'Headline', ...lead, ...GROUPS.flatMap(([title, list]) => ['', title, ...list.map(line)]), ...note].join('\n');
}
