/**
 * Costs and limits of a book as the settings screen shows them; `name` is the place in the book's configuration. `min` and
 * `max` as they are stored. λ and γ are coefficients, here and on the Friction page.
 */
export interface CostSetting {
  readonly name: string;
  readonly label: string;
  readonly meaning: string;
  /** Unit a person reads and types, and the powers of ten from the stored number to it (setting-row.ts). */
  readonly unit: string;
  readonly shift: number;
  readonly min: number;
  readonly max: number;
  readonly whole?: boolean;
}

export const COST_SETTINGS: readonly CostSetting[] = [
  { name: 'terminal.tauBp', label: 'τ, absorbing boundary', meaning: 'Principal loss at which the episode ends for good (eq. 2).', unit: '%', shift: -2, min: 1, max: 10_000, whole: true },
  { name: 'terminal.penalty', label: 'Terminal penalty', meaning: 'P_terminal of eq. 2: the reward of the absorbing day is minus this.', unit: 'units of reward', shift: 0, min: 0, max: 1_000_000 },
  { name: 'model.lambda', label: 'λ, linear friction', meaning: 'Modelled cost per unit of traded weight (eq. 1). 0.0008 = 8 bp.', unit: 'ratio', shift: 0, min: 0, max: 1 },
  { name: 'model.gamma', label: 'γ, root friction', meaning: 'Coefficient of the square-root slippage term (eq. 1).', unit: 'ratio', shift: 0, min: 0, max: 1 },
  { name: 'execution.halfSpreadBp', label: 'Half spread', meaning: 'Paid on each side of each fill.', unit: 'bp', shift: 0, min: 0, max: 500 },
  { name: 'execution.impactCoef', label: 'Impact coefficient', meaning: 'Square-root impact: coefficient × daily volatility × √participation.', unit: '', shift: 0, min: 0, max: 10 },
  { name: 'execution.participationCap', label: 'Participation cap', meaning: 'Largest part of a name’s daily volume that one order may take.', unit: '%', shift: 2, min: 0.0001, max: 1 },
  { name: 'execution.limits.maxWeight', label: 'Largest position', meaning: 'Risk gate: no target weight above this.', unit: '%', shift: 2, min: 0.0001, max: 1 },
  { name: 'execution.limits.maxGross', label: 'Largest exposure', meaning: 'Risk gate: the sum of target weights stays at or under this.', unit: '%', shift: 2, min: 0.0001, max: 1 },
  { name: 'decideTimeoutMs', label: 'Time to decide', meaning: 'A strategy that has not answered a day by then halts the book.', unit: 'ms', shift: 0, min: 50, max: 60_000, whole: true },
];
