import { bestScores, momentum, MOMENTUM_DAYS, rankDescending } from './alpha.ts';
import type { Decision, MarketView } from './contract.ts';
import { capWeights, limitGross, MAX_GROSS, MAX_WEIGHT } from './risk.ts';
import { isRebalanceDay, REBALANCE_EVERY_DAYS } from './schedule.ts';
import { equalWeights, HELD_NAMES, INVESTED_SHARE } from './sizing.ts';
import { averageAmount, LESS_LIQUID_SHARE, lessLiquid, LIQUIDITY_DAYS } from './universe.ts';

export const lookbackDays = 21;

/** The portfolio this strategy wants on the close of today, one weight per name of the market. */
export function targetWeights(view: MarketView): number[] {
  const { close, factor, amount } = view.fields;
  const allowed = lessLiquid(averageAmount(amount, LIQUIDITY_DAYS), view.tradable, LESS_LIQUID_SHARE);
  const scores = bestScores(momentum(close, factor, MOMENTUM_DAYS), allowed, HELD_NAMES);
  const weights = equalWeights(rankDescending(scores), HELD_NAMES, INVESTED_SHARE, view.symbols.length);
  return limitGross(capWeights(weights, MAX_WEIGHT), MAX_GROSS);
}

/** Rebuild the portfolio on every `everyDays`-th session, keep positions between. */
export function decideEvery(view: MarketView, everyDays: number): Decision | null {
  if (!isRebalanceDay(view.dayIndex, everyDays)) return null;
  const weights = targetWeights(view);
  const held: [string, number][] = [];
  for (let i = 0; i < weights.length; i += 1) {
    if (weights[i] > 0) held.push([view.symbols[i], weights[i]]);
  }
  return { weights: Object.fromEntries(held) };
}

/** Entry of the package. */
export function decide(view: MarketView): Decision | null {
  return decideEvery(view, REBALANCE_EVERY_DAYS);
}
