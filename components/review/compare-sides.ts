import type { Sim2RealSide } from '@/server/contracts/verdict';

export type SideUnit = 'percent' | 'ratio' | 'times' | 'fen';

export interface SideRow {
  readonly key: string;
  readonly label: string;
  readonly definition: string;
  readonly unit: SideUnit;
  readonly before: number | null;
  readonly after: number | null;
  /** after − before; null when either side has no value. */
  readonly delta: number | null;
  /** null: neither direction is better by itself. */
  readonly better: boolean | null;
}

interface Line {
  key: keyof Sim2RealSide;
  label: string;
  definition: string;
  unit: SideUnit;
  /** +1: more is better, −1: less is better. */
  wish: 1 | -1;
}

const LINES: Line[] = [
  { key: 'annualTurnover', label: 'Turnover', definition: 'Mean one-way daily turnover × 252, in times of equity per year.', unit: 'times', wish: -1 },
  { key: 'frictionModelled', label: 'Friction, modelled', definition: 'Sum over the days of λ‖Δω‖₁ + γ√‖Δω‖ (eq. 1), as a fraction of equity.', unit: 'percent', wish: -1 },
  { key: 'frictionRealised', label: 'Friction, realised', definition: 'Commission, duty, transfer fee, spread and impact of the fills, as a fraction of equity.', unit: 'percent', wish: -1 },
  { key: 'cumulativeReward', label: 'Σ R_t', definition: 'Sum of the daily reward of eq. 2, friction and terminal penalty included.', unit: 'ratio', wish: 1 },
  { key: 'principalLoss', label: 'L_t, largest', definition: 'The largest 1 − W_t / W_0 of the window, flow-neutral. Not drawdown.', unit: 'percent', wish: -1 },
  { key: 'maxDrawdown', label: 'Max drawdown', definition: 'Deepest fall from the running peak, initial capital included.', unit: 'percent', wish: 1 },
  { key: 'annualReturn', label: 'Annual return', definition: 'Arithmetic mean of daily returns × 252.', unit: 'percent', wish: 1 },
  { key: 'sharpe', label: 'Sharpe', definition: 'Arithmetic × 252, risk-free 1.35 %, ddof 1.', unit: 'ratio', wish: 1 },
  { key: 'finalEquityFen', label: 'Final equity', definition: 'Cash and holdings at the last close.', unit: 'fen', wish: 1 },
];

/** Before and after on the same days, one row a figure. */
export function compareSides(before: Sim2RealSide, after: Sim2RealSide): SideRow[] {
  return LINES.map((line) => {
    const b = before[line.key] as number | null;
    const a = after[line.key] as number | null;
    const delta = a === null || b === null ? null : a - b;
    const wish = line.key === 'maxDrawdown' && (b ?? a ?? 0) > 0 ? -1 : line.wish;
    return { key: line.key, label: line.label, definition: line.definition, unit: line.unit, before: b, after: a, delta, better: delta === null || delta === 0 ? null : delta * wish > 0 };
  });
}

/** The two equity curves on one date axis; a side that has no point on a date leaves a gap, never a zero. */
export function mergeEquity(before: Sim2RealSide['equity'], after: Sim2RealSide['equity']): { date: string; before: number | null; after: number | null }[] {
  const byDate = new Map<string, { date: string; before: number | null; after: number | null }>();
  for (const [date, value] of before) byDate.set(date, { date, before: value, after: null });
  for (const [date, value] of after) byDate.set(date, { ...(byDate.get(date) ?? { date, before: null }), after: value });
  return [...byDate.values()].sort((x, y) => (x.date < y.date ? -1 : 1));
}
