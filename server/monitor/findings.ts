import { frictionRatio } from '@/server/books/list-book-rows';
import type { StoredDay } from '@/server/books/step-hooks';
import type { RuleName } from '@/server/contracts/alert';
import type { UnpricedHolding } from '@/server/contracts/unpriced-holding';
import { lossReaches } from '@/server/reward/terminal-rule';
import { weightOf } from '@/server/simulation/unpriced-holdings';
import { annualTurnover, type DayPoint, lossAnomaly, rollingIr } from './measures';
import type { Thresholds } from './thresholds';

/** One rule that holds on one day. */
export interface Finding {
  rule: RuleName;
  value: number;
  threshold: number;
  /** The holding it is about, where a rule watches each by itself. */
  subject?: string;
  /** One sentence with the numbers. */
  message: string;
}

/** For sentences on screen and in notices: thousands grouped, a true minus sign. */
const figure = (value: number, digits: number): string => value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }).replace('-', '\u2212');
const percent = (ratio: number, digits = 2): string => `${figure(ratio * 100, digits)} %`;

/** Today's value of the rules that watch a level; those have hysteresis (rules.ts, stillHolds). */
export function levelsOf({ step, config }: StoredDay): Partial<Record<RuleName, number>> {
  const share = step.principalLoss / (config.terminal.tauBp / 10_000);
  return { principal_loss_half: share, principal_loss_three_quarters: share, drawdown: step.drawdown };
}

/** All rules that fire on a stored day. Pure. `history`: days of the episode up to and including today. */
export function findFindings(day: StoredDay, history: readonly DayPoint[], limit: Thresholds): Finding[] {
  const { step, config } = day;
  const tau = config.terminal.tauBp / 10_000;
  const loss = -step.dayReturn;
  const realised = frictionRatio(step);
  const modelled = step.frictionLinear + step.frictionRoot;
  const principalShare = step.principalLoss / tau;
  // On integers, as eq. 2 is: in floats 0.15 / 0.2 is less than 0.75.
  const lost = (_: number, share: number): boolean => lossReaches(day.episode.initialFen, step.equityFen, Math.round(config.terminal.tauBp * share));
  const sinceStart = `W is ${percent(step.principalLoss)} below W_0; τ is ${percent(tau)}`;
  const findings: Finding[] = [];
  const check = (rule: RuleName, value: number | null, message: (threshold: number) => string, fires = (v: number, t: number) => v >= t): void => {
    const threshold = limit[rule];
    if (value !== null && fires(value, threshold)) findings.push({ rule, value, threshold, message: message(threshold) });
  };
  check('daily_loss', loss, (t) => `Lost ${percent(loss)} of equity on ${step.date} (limit ${percent(t)}).`);
  const z = lossAnomaly(history);
  check('daily_loss_anomaly', z, (t) => `The loss of ${percent(loss)} on ${step.date} lies ${z?.toFixed(1)} robust σ below the usual day (limit ${t}).`);
  const leakBp = (realised - modelled) * 10_000;
  check('slippage_leakage', leakBp, (t) => `Trading on ${step.date} cost ${(realised * 10_000).toFixed(1)} bp of equity where eq. 1 modelled ${(modelled * 10_000).toFixed(1)} bp (limit ${t} bp more).`);
  check('principal_loss_half', principalShare, () => `Principal loss on ${step.date}: ${sinceStart}.`, lost);
  check('principal_loss_three_quarters', principalShare, () => `Principal loss on ${step.date}: ${sinceStart}.`, lost);
  check('principal_loss_tau', step.terminal ? principalShare : null, () => `The absorbing state was reached on ${step.date}: ${sinceStart}, read as ${config.terminal.reading === 'principal' ? 'principal loss' : 'drawdown'}.`, () => step.terminal);
  check('drawdown', step.drawdown, (t) => `${percent(step.drawdown)} below the highest equity on ${step.date} (limit ${percent(t)}).`);
  const turnover = annualTurnover(history);
  check('annual_turnover', turnover, (t) => `Turnover of the last 20 days is ${percent(turnover ?? 0, 0)} a year (limit ${percent(t, 0)}).`);
  const ir = rollingIr(history);
  check('rolling_ir', ir, (t) => `The information ratio of the last 60 days is ${figure(ir ?? 0, 2)} (limit ${figure(t, 2)}).`, (v, t) => v <= t);
  const unpriced = step.unpriced ?? [];
  const stale = weightOf(unpriced);
  check('stale_data', stale, (t) => `${percent(stale)} of equity is valued at old prices on ${step.date}: those names did not trade (limit ${percent(t)}).`);
  for (const held of unpriced) {
    if (held.sessions >= limit.no_price) findings.push({ rule: 'no_price', subject: held.symbol, value: held.sessions, threshold: limit.no_price, message: noPrice(held) });
  }
  return findings;
}

/** What is the case, and what a person can do: the price is not ours to change. */
function noPrice({ symbol, pricedOn, sessions, weight }: UnpricedHolding): string {
  const since = pricedOn === null ? `has no price in this market (${figure(sessions, 0)} sessions)` : `has had no price since ${pricedOn} (${figure(sessions, 0)} ${sessions === 1 ? 'session' : 'sessions'})`;
  return `${symbol} ${since}. It stands at its last one, ${percent(weight)} of equity, and cannot be sold. If its bars are missing, import them; if it was delisted, take that part off the equity, or begin a new episode without it.`;
}
