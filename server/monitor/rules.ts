import { RULE_NAMES, type RuleName, type Severity } from '@/server/contracts/alert';
import { STALE_SESSIONS } from '@/server/contracts/unpriced-holding';

export type RuleUnit = 'ratio' | 'robust σ' | 'bp of equity' | 'share of τ' | 'times a year' | 'per year' | 'failures' | 'sessions';

export interface Rule {
  name: RuleName;
  label: string;
  /** Unit of threshold and value. For `share of τ` the threshold is a share and the value L_t / τ. */
  unit: RuleUnit;
  default: number;
  min: number;
  max: number;
  /** Critical halts the book. */
  severity: Severity;
  /** What is measured, in one sentence, for the settings page and the tooltip. */
  meaning: string;
}

const R = (name: RuleName, label: string, unit: RuleUnit, [fallback, min, max]: [number, number, number], severity: Severity, meaning: string): Rule => ({ name, label, unit, default: fallback, min, max, severity, meaning });

/** The monitor's rules: the one table that engine, settings page and documentation read. A value at or beyond the threshold fires. */
export const RULES: readonly Rule[] = [
  R('daily_loss', 'Daily loss', 'ratio', [0.04, 0.001, 1], 'critical', 'Loss of one day as a fraction of the equity it began with.'),
  R('daily_loss_anomaly', 'Daily-loss anomaly', 'robust σ', [8, 2, 50], 'critical', 'How far the day lies below the median of the 60 days before it, in robust standard deviations (1.4826 · MAD); at least 20 days are needed.'),
  R('slippage_leakage', 'Slippage leakage', 'bp of equity', [15, 0.1, 1000], 'warning', 'Realised friction from fills minus the friction eq. 1 modelled, of one day.'),
  R('principal_loss_half', 'Principal loss, half of τ', 'share of τ', [0.5, 0.05, 0.7], 'warning', 'L_t = 1 − W_t / W_0 as a share of τ; not drawdown.'),
  R('principal_loss_three_quarters', 'Principal loss, three quarters of τ', 'share of τ', [0.75, 0.1, 0.99], 'critical', 'L_t = 1 − W_t / W_0 as a share of τ; not drawdown.'),
  R('principal_loss_tau', 'Principal loss, τ', 'share of τ', [1, 1, 1], 'critical', 'The absorbing state of eq. 2: the book is terminated and never trades again.'),
  R('drawdown', 'Drawdown', 'ratio', [0.12, 0.01, 1], 'warning', 'Loss from the highest equity of the episode, W_0 included.'),
  R('annual_turnover', 'Annualised turnover', 'times a year', [40, 1, 500], 'warning', 'One-way turnover of the last 20 days × 252 / 20; 67 is the 6700 % of the paper.'),
  R('rolling_ir', 'Rolling information ratio', 'per year', [-2, -20, 5], 'warning', 'Mean over standard deviation of the daily active return of 60 days, × √252; at or below the threshold fires.'),
  R('strategy_error', 'Strategy error', 'failures', [1, 1, 1], 'critical', 'The strategy threw, answered nonsense, took too long or died.'),
  R('stale_data', 'Stale prices', 'ratio', [0.3, 0.01, 1], 'warning', 'Share of equity in names that did not trade that day and are valued at an old price.'),
  R('no_price', 'Holding without a price', 'sessions', [STALE_SESSIONS, 1, 250], 'warning', 'Sessions since a name that is held last had a price; one alert a name, until it has one again or is not held.'),
];

const byName = new Map(RULES.map((rule) => [rule.name, rule]));
export const ruleOf = (name: RuleName): Rule => byName.get(name) as Rule;

/**
 * A level that was reached counts as left only below this share of its threshold: a book that trades on close to ¾ τ is
 * halted once, not each time the loss crosses the line again.
 */
const REARM: Partial<Record<RuleName, number>> = { principal_loss_half: 0.8, principal_loss_three_quarters: 0.8, drawdown: 0.8 };

/** Whether a condition that fired at `threshold` still holds at `value`, with the hysteresis of its rule. */
export const stillHolds = (name: RuleName, value: number, threshold: number): boolean => {
  const share = REARM[name];
  return share !== undefined && value >= threshold * share;
};

/** Rules fire in this order, the gravest of a day last, so that its sentence leads the incident. */
export const ruleOrder = (name: RuleName): number => RULE_NAMES.indexOf(name);
