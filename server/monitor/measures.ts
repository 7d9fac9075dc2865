import { robustZ } from '@/server/analytics/robust-z';

/** What the rules measure on the days of an episode, oldest first, today last. Null = not enough days to say. */
export interface DayPoint {
  dayReturn: number;
  benchmarkReturn: number | null;
  turnover: number;
}

export const WINDOW = 60;
const MIN_HISTORY = 20;
const TURNOVER_DAYS = 20;
const YEAR = 252;

/** Robust z of today below the days before it, positive for a loss: (median − r) / (1.4826 · MAD). Today is not in its own yardstick. */
export function lossAnomaly(days: readonly DayPoint[]): number | null {
  const today = days.at(-1);
  if (!today || today.dayReturn >= 0) return null;
  const z = robustZ(today.dayReturn, days.slice(-WINDOW - 1, -1).map((d) => d.dayReturn), MIN_HISTORY);
  return z === null ? null : -z;
}

/** Mean of the last 20 daily values × 252. */
export function annualMean(values: readonly number[]): number | null {
  if (values.length < TURNOVER_DAYS) return null;
  return (values.slice(-TURNOVER_DAYS).reduce((sum, value) => sum + value, 0) / TURNOVER_DAYS) * YEAR;
}

/** Mean one-way turnover of the last 20 days, a year. */
export const annualTurnover = (days: readonly Pick<DayPoint, 'turnover'>[]): number | null => annualMean(days.map((d) => d.turnover));

/** Annualised information ratio of the last 60 days: mean / standard deviation (ddof 1) of the active return, × √252. */
export function rollingIr(days: readonly DayPoint[]): number | null {
  const active = days.slice(-WINDOW).flatMap((d) => (d.benchmarkReturn === null ? [] : [d.dayReturn - d.benchmarkReturn]));
  if (active.length < WINDOW) return null;
  const mean = active.reduce((a, b) => a + b, 0) / active.length;
  const variance = active.reduce((a, b) => a + (b - mean) ** 2, 0) / (active.length - 1);
  return variance > 0 ? (mean / Math.sqrt(variance)) * Math.sqrt(YEAR) : null;
}
