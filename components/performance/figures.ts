import type { PerformanceRow } from '@/server/books/read-performance';
import { formatBp, formatPercent } from '../format';
import type { Term } from '../terms';
import { intervalText, METRIC_LINES } from './metric-lines';

/** One figure of the page for any window: what the strategy has, what the benchmark has, and why one is missing. */
export interface Figure {
  readonly label: string;
  readonly term: Term;
  readonly own: (row: PerformanceRow) => string;
  /** Empty where the benchmark has no such figure. */
  readonly other: (row: PerformanceRow) => string;
  readonly cause: (row: PerformanceRow) => string | undefined;
}

const ofOwn = (label: string, term: Term, own: Figure['own']): Figure => ({ label, term, own, other: () => '', cause: () => undefined });

/** All figures in the order in which they are read; table and phone list show the same. */
export const FIGURES: readonly Figure[] = [
  ...METRIC_LINES.flatMap((line): Figure[] => {
    const figure: Figure = { label: line.label, term: line.term, own: (row) => line.format(row.report.metrics[line.key]), other: (row) => (line.both ? line.format(row.benchmark?.metrics[line.key] ?? null) : ''), cause: (row) => row.report.causes[line.key] };
    return line.key === 'sharpe_rf135' ? [figure, ofOwn('Sharpe, 95 % interval', 'sharpe_interval', (row) => intervalText(row.sharpeInterval))] : [figure];
  }),
  ofOwn('Turnover a year', 'annual_turnover', (row) => formatPercent(row.annualTurnover, 0)),
  ofOwn('Friction, realised, sum', 'friction_realised', (row) => formatBp(row.frictionRealised, 0)),
  ofOwn('Friction, modelled, sum', 'friction_modelled', (row) => formatBp(row.frictionModelled, 0)),
];

export const windowName = (row: PerformanceRow): string => row.versionLabel ?? 'Whole episode';
