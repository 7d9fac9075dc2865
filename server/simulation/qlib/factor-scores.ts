import type { Expr } from '@/server/factors/ast';
import { barsOfPanel } from '@/server/factors/bars-of-panel';
import { FactorEvaluator } from '@/server/factors/evaluate';
import type { Panel } from '@/server/market/panel';

/** Scores of a factor expression per day over the symbols, from float32 bars as a Qlib folder has them. NaN before listing and where undefined. */
export function factorScores(panel: Panel, expr: Expr): (day: number) => Float64Array {
  const n = panel.symbols.length;
  const table = new Float64Array(panel.dates.length * n).fill(Number.NaN);
  for (let i = 0; i < n; i++) {
    const { dates, bars } = barsOfPanel(panel, i);
    for (const column of Object.values(bars)) for (let t = 0; t < column.length; t++) column[t] = Math.fround(column[t]!);
    const values = new FactorEvaluator(bars).evaluate(expr);
    const first = panel.dates.length - dates.length;
    for (let t = 0; t < values.length; t++) table[(first + t) * n + i] = Math.fround(values[t]!);
  }
  return (day) => table.subarray(day * n, (day + 1) * n);
}
