import type { PhaseRow, RegressionRow } from './phase-table';

/** The paper's own figures (arXiv 2604.11477, table 1): for display beside the user's, never as the user's. */
export const PAPER_PHASES: readonly PhaseRow[] = [
  { name: 'entire', days: 402, annual_return: 0.1798, benchmark_annual_return: 0.2116, sharpe: 0.96, max_drawdown: -0.1686, information_ratio: -0.26, beta: 0.7, alpha_annual: 0.0282 },
  { name: 'phase 1', days: 73, annual_return: 0.1101, benchmark_annual_return: 0.4816, sharpe: 0.35, max_drawdown: -0.1686, information_ratio: -2.27, beta: 0.74, alpha_annual: -0.2507 },
  { name: 'phase 2', days: 235, annual_return: 0.1355, benchmark_annual_return: 0.1922, sharpe: 0.91, max_drawdown: -0.0685, information_ratio: -0.51, beta: 0.61, alpha_annual: 0.0135 },
  { name: 'phase 3', days: 94, annual_return: 0.3448, benchmark_annual_return: 0.0504, sharpe: 2.06, max_drawdown: -0.055, information_ratio: 2.66, beta: 0.83, alpha_annual: 0.3007 },
];

/**
 * The paper's second table: the regression and attribution of its phase 3; null = the paper does not print it. `alpha_daily` with its t
 * and p is the intercept of raw returns, `alpha_annual` the one of excess returns (11.93 bp × 252).
 */
export const PAPER_REGRESSION: RegressionRow = {
  name: 'phase 3', days: 94, beta: 0.83, t_beta: 10.6, p_beta: null, alpha_daily: 0.001203, t_alpha: 1.71, p_alpha: 0.0915, alpha_annual: 0.3007, tracking_error: 0.1107, r2: null,
  loadings: { liquidity: -0.5232, momentum: 0.2837, volatility: 0.1191 },
  attribution: { total: 0.3448, beta: 0.0505, style: -0.0034, idiosyncratic: 0.2977, risk_free: null },
  attribution_cause: null,
};

/** What such a table does not show; stands under it wherever it is shown. */
export const PHASE_CAVEAT = 'Observational and bounded in time: phases differ in market, people and rules at once, so no row is an estimate of what a change of method caused.';

/** How the figures are made and where the paper's rounding shows. */
export const PAPER_DEFINITIONS =
  'Annual figures are arithmetic mean × 252, risk-free 1.35 % a year, standard deviations with n\u00a0−\u00a01, drawdown from the initial capital. Alpha a day with its t and p is the intercept of raw returns, annual alpha that of excess returns × 252. The paper prints p .0915 and 12.03 bp where a series with all of its phase-3 figures gives .091448 and 12.0247 bp: rounded to .09145 and 12.025 first and then once more, the last digit goes up. Own rows therefore show one digit more than the paper’s. Its attribution uses the beta of the regression with style proxies; styles are quintile proxies (top minus bottom fifth), not Barra factors.';

/** The paper's row that a phase of this name stands beside, or null: nothing but a name says that two phases are of one kind. */
export function paperRowOf(name: string): PhaseRow | null {
  return PAPER_PHASES.find((row) => row.name === name.trim().toLowerCase()) ?? null;
}
