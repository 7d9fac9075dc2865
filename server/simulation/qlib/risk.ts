import type { QlibDay } from './types';

/** Qlib's risk_analysis in "sum" mode: nothing compounds, drawdown is of the running sum and does not know the start. */
export interface QlibRisk {
  readonly mean: number;
  /** ddof 1; null for fewer than two days. */
  readonly std: number | null;
  readonly annualizedReturn: number;
  /** mean / std · √N; null where std is not positive. */
  readonly informationRatio: number | null;
  readonly maxDrawdown: number;
}

/** @param periods N, days per year: Qlib's default is 238 */
export function qlibRisk(returns: readonly number[], periods: number): QlibRisk {
  const n = returns.length;
  const mean = returns.reduce((sum, r) => sum + r, 0) / n;
  const std = n < 2 ? null : Math.sqrt(returns.reduce((sum, r) => sum + (r - mean) ** 2, 0) / (n - 1));
  let path = 0;
  let peak = Number.NEGATIVE_INFINITY;
  let maxDrawdown = 0;
  for (const r of returns) {
    path += r;
    peak = Math.max(peak, path);
    maxDrawdown = Math.min(maxDrawdown, path - peak);
  }
  return { mean, std, annualizedReturn: mean * periods, informationRatio: std === null || std === 0 ? null : (mean / std) * Math.sqrt(periods), maxDrawdown };
}

export interface QlibRiskTable {
  readonly absoluteWithCost: QlibRisk;
  /** Null when a day lacks a benchmark return. */
  readonly excessWithoutCost: QlibRisk | null;
  readonly excessWithCost: QlibRisk | null;
}

/** The three risk rows Qlib prints after a backtest. */
export function qlibRiskTable(days: readonly QlibDay[], periods: number): QlibRiskTable {
  const bench = days.map((day) => day.bench);
  const known = bench.every((r): r is number => r !== null);
  const excess = (cost: 0 | 1): QlibRisk | null => (known ? qlibRisk(days.map((day) => day.return - day.bench! - cost * day.cost), periods) : null);
  return { absoluteWithCost: qlibRisk(days.map((day) => day.return - day.cost), periods), excessWithoutCost: excess(0), excessWithCost: excess(1) };
}
