interface TermEntry {
  name: string;
  meaning: string;
  formula?: string;
}

/** The words and figures of the console as a reader meets them (DESIGN §1). One entry, every screen. */
const entries = {
  equity: { name: 'Equity', meaning: 'Cash plus holdings at the close, in integer fen. The ledger conserves it exactly at every step.', formula: 'W_t = cash + Σ shares · close' },
  pnl: { name: 'Profit and loss of the day', meaning: 'Change of equity after everything that execution cost.', formula: 'W_t − W_{t−1}' },
  principal_loss: { name: 'Principal loss L_t', meaning: 'The part of the initial capital that is gone; negative when the episode is in profit. It is not drawdown. At τ the episode is absorbed and never trades again.', formula: 'L_t = 1 − W_t / W_0' },
  tau: { name: 'τ, the absorbing boundary', meaning: 'Principal loss at which the episode ends for good.', formula: 'L_t ≥ τ' },
  drawdown: { name: 'Drawdown', meaning: 'Distance below the highest equity so far; the initial capital counts as a peak.', formula: '1 − W_t / max(W_0 … W_t)' },
  max_drawdown: { name: 'Maximum drawdown', meaning: 'The deepest drawdown of the window; the path starts at the initial capital.', formula: 'max_t drawdown_t' },
  friction_realised: { name: 'Realised friction', meaning: 'What execution really cost, from the fills: commission, duty, transfer fee, spread and impact, as a part of equity.', formula: 'Σ costs of the fills / W_{t−1}' },
  friction_modelled: { name: 'Modelled friction', meaning: 'What eq. 1 of the paper expects execution to cost for the change of weights.', formula: 'λ‖Δω‖₁ + γ√‖Δω‖' },
  turnover: { name: 'Turnover, one-way', meaning: 'Half of all that was bought and sold, over mean equity. A year has 252 trading days.', formula: 'Σ|trade| / 2 / mean(W_t, W_{t−1})' },
  annual_turnover: { name: 'Annualised turnover', meaning: 'Mean one-way daily turnover times 252.', formula: '252 · mean(turnover_t)' },
  reward: { name: 'Reward R_t', meaning: 'Eq. 2 of the paper: the execution-aware return, or minus the terminal penalty at the absorbing state.', formula: 'R_t = Σωr − F_exec, or −P_terminal' },
  annual_return: { name: 'Annual return, arithmetic', meaning: 'Mean daily return times 252 (definitions “paper”).', formula: '252 · mean(r)' },
  cagr: { name: 'CAGR (252)', meaning: 'Compound growth per 252 trading days.', formula: '(Π(1+r))^{252/n} − 1' },
  cumulative_return: { name: 'Cumulative return', meaning: 'Compounded over the window.', formula: 'Π(1+r) − 1' },
  volatility: { name: 'Volatility', meaning: 'Standard deviation of daily returns (ddof 1), annualised.', formula: 'sd(r) · √252' },
  sharpe: { name: 'Sharpe ratio', meaning: 'Mean excess return over its standard deviation (ddof 1), annualised; risk-free 1.35 % a year.', formula: 'mean(r − rf) / sd(r − rf) · √252' },
  sharpe_interval: { name: 'Sharpe ratio, 95 % interval', meaning: 'Where the Sharpe ratio lies in 95 % of the stories that these days could have told: they are drawn again in blocks of about five (stationary bootstrap). An interval with 0 in it does not tell gain from loss.' },
  sortino: { name: 'Sortino ratio', meaning: 'Mean excess return over downside deviation against target 0, annualised.', formula: 'mean(r − rf) / dd · √252' },
  calmar: { name: 'Calmar ratio', meaning: 'CAGR (252) over the absolute maximum drawdown.', formula: 'CAGR / |MDD|' },
  ir: { name: 'Information ratio, arithmetic', meaning: 'Mean active return over tracking error, annualised.', formula: 'mean(r − b) / sd(r − b) · √252' },
  tracking_error: { name: 'Tracking error', meaning: 'Standard deviation of active returns (ddof 1), annualised.', formula: 'sd(r − b) · √252' },
  alpha: { name: 'Alpha', meaning: 'Intercept of the regression of excess return on excess benchmark return, times 252. With its t and p: a large figure without significance says little.', formula: 'r − rf = α + β(b − rf) + ε' },
  beta: { name: 'Beta', meaning: 'Slope of the regression of excess return on excess benchmark return.', formula: 'cov(r, b) / var(b)' },
  t: { name: 't statistic', meaning: 'The estimate over its standard error; n − 2 degrees of freedom.', formula: 't = estimate / se' },
  p: { name: 'p-value', meaning: 'Chance of a |t| at least this large if the true value were 0. Above 0.05 we say: not significant.' },
  hac: { name: 't of alpha, HAC(5)', meaning: 'The same alpha with a standard error that allows for returns that swing together over five days (Newey–West); its p is two-sided normal.', formula: 't = α / se, Newey–West, 5 lags' },
  n: { name: 'N', meaning: 'Trading days in the window. Ratios of short windows are noise.' },
  r2: { name: 'R²', meaning: 'Part of the variance that the benchmark explains.' },
  participation: { name: 'Participation', meaning: 'Shares filled over shares traded in the market that day.', formula: 'filled / volume' },
  slippage: { name: 'Slippage', meaning: 'Spread and impact: the price paid against the reference price, in fen, exact on the amount.' },
  version: { name: 'Version', meaning: 'One commit of the strategy package that was deployed: v1, v2, … in order of deployment.' },
  episode: { name: 'Episode', meaning: 'A run of the book from an initial capital W_0 until it is closed or reaches the absorbing state.' },
  friction_off: { name: 'Phase 0, no friction', meaning: 'Fees, spread and impact are zero in this episode; lots, T+1, limits and cash still hold. Its profit cannot be earned.' },
} satisfies Record<string, TermEntry>;

export type Term = keyof typeof entries;
export const terms: Record<Term, TermEntry> = entries;
