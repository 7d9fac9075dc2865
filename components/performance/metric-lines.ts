import type { SharpeInterval } from '@/server/analytics/bootstrap-sharpe';
import type { MetricKey, MetricsReport } from '@/server/analytics/types';
import { formatNumber, formatP, formatPercent } from '../format';
import type { Term } from '../terms';

export interface MetricLine {
  key: MetricKey;
  label: string;
  term: Term;
  format: (value: number | null) => string;
  /** The benchmark has this figure too, under the same key. */
  both: boolean;
}
const percent = (value: number | null) => formatPercent(value);
const number = (value: number | null) => formatNumber(value);

/** The page's lines in order: what it earned, how it swung, whether it beat the benchmark, and whether that means anything. */
export const METRIC_LINES: readonly MetricLine[] = [
  { key: 'n', label: 'N, days', term: 'n', format: (v) => formatNumber(v, 0), both: true },
  { key: 'cum', label: 'Cumulative return', term: 'cumulative_return', format: percent, both: true },
  { key: 'ann_arith252', label: 'Annual return, × 252', term: 'annual_return', format: percent, both: true },
  { key: 'ann_geo252', label: 'CAGR (252)', term: 'cagr', format: percent, both: true },
  { key: 'vol_ddof1', label: 'Volatility', term: 'volatility', format: percent, both: true },
  { key: 'sharpe_rf135', label: 'Sharpe', term: 'sharpe', format: number, both: true },
  { key: 'sortino_rf135_target0', label: 'Sortino', term: 'sortino', format: number, both: true },
  { key: 'mdd_with_initial', label: 'Maximum drawdown', term: 'max_drawdown', format: percent, both: true },
  { key: 'calmar_geo', label: 'Calmar', term: 'calmar', format: number, both: true },
  { key: 'ir', label: 'Information ratio', term: 'ir', format: number, both: false },
  { key: 'te', label: 'Tracking error', term: 'tracking_error', format: percent, both: false },
  { key: 'ols_alpha_252', label: 'Alpha, excess × 252', term: 'alpha', format: percent, both: false },
  { key: 'ols_t_alpha', label: 't of alpha', term: 't', format: number, both: false },
  { key: 'ols_p_alpha', label: 'p of alpha', term: 'p', format: formatP, both: false },
  { key: 'hac5_t_alpha', label: 't of alpha, HAC(5)', term: 'hac', format: number, both: false },
  { key: 'hac5_p_alpha', label: 'p of alpha, HAC(5)', term: 'p', format: formatP, both: false },
  { key: 'ols_beta', label: 'Beta', term: 'beta', format: number, both: false },
  { key: 'ols_t_beta', label: 't of beta', term: 't', format: number, both: false },
  { key: 'ols_r2', label: 'R²', term: 'r2', format: number, both: false },
];

/** Both ends of the bootstrap interval, or a dash. */
export const intervalText = (interval: SharpeInterval | null): string => (interval ? `${formatNumber(interval.low)} to ${formatNumber(interval.high)}` : '–');

const SIGNIFICANT = 0.05;
/** What may be said about skill, aloud: a p-value that nobody reads is no help. */
export function significanceText(report: MetricsReport): string {
  const { ols_p_alpha: p, ols_t_alpha: t, n } = report.metrics;
  if (p === null || t === null) return `No statement about alpha: ${report.causes.ols_p_alpha ?? 'it is not defined here'}.`;
  const days = `over ${formatNumber(n, 0)} days (t ${formatNumber(t)}, p ${formatP(p)})`;
  return p < SIGNIFICANT ? `Alpha is ${t > 0 ? 'above' : 'below'} zero at the 5 % level ${days}.` : `Alpha is not significant ${days}.`;
}
