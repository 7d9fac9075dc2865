import type { Severity } from '@/server/contracts/alert';

/** What the charts of a book are drawn from: already bucketed on the server to ≤ 1,000 points that keep the extremes. */
export interface BookSeries {
  dates: string[];
  /** W_t / W_0 and the benchmark from the same start. A null breaks the line, never 0. */
  equity: (number | null)[];
  benchmark: (number | null)[];
  drawdown: (number | null)[];
  principalLoss: (number | null)[];
  turnover: (number | null)[];
  frictionModelled: (number | null)[];
  frictionRealised: (number | null)[];
  rollingSharpe60: (number | null)[];
  rollingIr60: (number | null)[];
  rollingBeta60: (number | null)[];
  phases: { versionLabel: string; from: string; to: string }[];
  alerts: { date: string; severity: Severity; id: string; message: string }[];
  /** τ as a ratio. */
  tau: number;
}

export const SERIES_KEYS = ['equity', 'benchmark', 'drawdown', 'principalLoss', 'turnover', 'frictionModelled', 'frictionRealised', 'rollingSharpe60', 'rollingIr60', 'rollingBeta60'] as const;
export type SeriesKey = (typeof SERIES_KEYS)[number];
