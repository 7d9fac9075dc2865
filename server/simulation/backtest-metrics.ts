import { computeMetrics } from '@/server/analytics/compute-metrics';
import type { MetricPreset, MetricsReport } from '@/server/analytics/types';
import type { BacktestSeries } from './types';

/**
 * Every metric of a run. The benchmark counts only when it has a return on each day of the run; with a gap the metrics against
 * it are null with their cause, never measured on other days than the rest. `baseDate`: the day of the first decision.
 */
export function metricsOf(series: BacktestSeries, options: { readonly preset?: MetricPreset; readonly rf?: number; readonly baseDate?: string } = {}): MetricsReport {
  const whole = series.benchmarkReturns?.every((r): r is number => r !== null) === true;
  return computeMetrics(series.returns, { ...options, dates: series.dates, benchmark: whole ? (series.benchmarkReturns as readonly number[]) : null });
}
