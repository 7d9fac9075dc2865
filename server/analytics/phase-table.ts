import { AppError } from '@/server/contracts/errors';
import { computeMetrics } from './compute-metrics';
import type { MetricsReport } from './types';

/** A stretch of days with a name: a deployed version, or dates a person gives; both ends inclusive. */
export interface Phase {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** One column of the paper's table 1; annual figures are arithmetic × 252. */
export interface PhaseRow {
  readonly name: string;
  readonly days: number;
  readonly annual_return: number | null;
  readonly benchmark_annual_return: number | null;
  readonly sharpe: number | null;
  readonly max_drawdown: number | null;
  readonly information_ratio: number | null;
  readonly beta: number | null;
  readonly alpha_annual: number | null;
}

export interface PhaseReport extends PhaseRow {
  readonly from: string;
  readonly to: string;
  readonly report: MetricsReport;
}

/** The paper's own figures (arXiv 2604.11477, table 1): for display beside the user's, never as the user's. */
export const PAPER_PHASES: readonly PhaseRow[] = [
  { name: 'entire', days: 402, annual_return: 0.1798, benchmark_annual_return: 0.2116, sharpe: 0.96, max_drawdown: -0.1686, information_ratio: -0.26, beta: 0.7, alpha_annual: 0.0282 },
  { name: 'phase 1', days: 73, annual_return: 0.1101, benchmark_annual_return: 0.4816, sharpe: 0.35, max_drawdown: -0.1686, information_ratio: -2.27, beta: 0.74, alpha_annual: -0.2507 },
  { name: 'phase 2', days: 235, annual_return: 0.1355, benchmark_annual_return: 0.1922, sharpe: 0.91, max_drawdown: -0.0685, information_ratio: -0.51, beta: 0.61, alpha_annual: 0.0135 },
  { name: 'phase 3', days: 94, annual_return: 0.3448, benchmark_annual_return: 0.0504, sharpe: 2.06, max_drawdown: -0.055, information_ratio: 2.66, beta: 0.83, alpha_annual: 0.3007 },
];

/** What such a table does not show; stands under it wherever it is shown. */
export const PHASE_CAVEAT = 'Observational and bounded in time: phases differ in market, people and rules at once, so no row is an estimate of what a change of method caused.';

/** Metrics per phase and over all days. @throws AppError BAD_INPUT on a phase without days or with its ends the wrong way round */
export function phaseTable(dates: readonly string[], returns: Float64Array, benchmark: Float64Array, phases: readonly Phase[], rf = 0.0135): PhaseReport[] {
  const whole: Phase[] = dates.length === 0 ? [] : [{ name: 'entire', from: dates[0]!, to: dates[dates.length - 1]! }];
  return [...whole, ...phases].map((phase) => {
    const first = dates.findIndex((d) => d >= phase.from);
    let end = dates.length;
    while (end > 0 && dates[end - 1]! > phase.to) end--;
    if (phase.from > phase.to || first < 0 || end <= first) throw new AppError('BAD_INPUT', `The phase ${phase.name} (${phase.from} to ${phase.to}) holds no trading day.`);
    const report = computeMetrics(returns.subarray(first, end), { benchmark: benchmark.subarray(first, end), dates: dates.slice(first, end), rf });
    const m = report.metrics;
    return {
      name: phase.name, from: dates[first]!, to: dates[end - 1]!, days: end - first, report,
      annual_return: m.ann_arith252, benchmark_annual_return: m.bench_ann_arith252, sharpe: m.sharpe_rf135, max_drawdown: m.mdd_with_initial,
      information_ratio: m.ir, beta: m.ols_beta, alpha_annual: m.ols_alpha_252,
    };
  });
}
