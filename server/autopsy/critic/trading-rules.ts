import { TRADING_DAYS_PER_YEAR } from '@/server/contracts/units';
import { largest, mean, realisedFen, realisedRatio, sum } from '../friction-of';
import { dayRef, fillRef, orderRef } from '../incident-rows';
import { clamp01, pct, type Rule } from './suspect';

/** One-way turnover a year above which a book trades more than its signal can know: 20 = 2000 %. */
const BUSY_TURNOVER = 20;

/** The book trades its own weight again and again. */
export const overtrading: Rule = ({ days }) => {
  const annual = mean(days.map((d) => d.turnover)) * TRADING_DAYS_PER_YEAR;
  if (days.length < 3 || annual <= BUSY_TURNOVER) return null;
  const busy = days.filter((d) => d.turnover > 0).length / days.length;
  return {
    mode: 'overtrading', area: 'code', title: 'Overtrading',
    claim: `Turnover ran at ${pct(annual, 0)} a year over ${days.length} days and the book traded on ${pct(busy, 0)} of them.`,
    strength: clamp01(0.35 + 0.3 * Math.log10(annual / BUSY_TURNOVER) + 0.1 * busy),
    mandate: 'Reduce turnover frequency: rebalance less often and hold positions longer.',
    acceptance: { max_annual_turnover: BUSY_TURNOVER, min_reward_delta: 0 },
    evidence: largest(days, (d) => d.turnover, 4).map(dayRef),
  };
};

/** What the signal earns is less than what trading it costs. */
export const costDrag: Rule = ({ days, fills }) => {
  const gross = sum(days.map((d) => d.grossReturn));
  const friction = sum(days.map(realisedRatio));
  if (days.length < 3 || friction < 0.005) return null;
  const share = friction / (friction + Math.abs(Math.min(0, gross)) + Math.max(0, gross - friction));
  if (share < 0.4) return null;
  return {
    mode: 'cost_drag', area: 'execution', title: 'Cost drag',
    claim: `Before costs the positions made ${pct(gross)} in ${days.length} days; trading cost ${pct(friction)} of equity (${((friction / days.length) * 1e4).toFixed(0)} bp a day).`,
    strength: clamp01(0.3 + 0.4 * share + (gross > 0 && gross < friction ? 0.1 : 0) + Math.min(0.1, friction)),
    mandate: 'Trade only when the expected gain exceeds the friction; reduce turnover.',
    acceptance: { min_reward_delta: 0 },
    evidence: [...largest(days, realisedRatio, 3).map(dayRef), ...largest(fills, realisedFen, 3).map(fillRef)],
  };
};

/** Orders are large against what the names trade. */
export const liquidityBlind: Rule = ({ fills }) => {
  const friction = sum(fills.map(realisedFen));
  if (fills.length < 3 || friction <= 0) return null;
  const impactShare = sum(fills.map((f) => f.impactFen)) / friction;
  const large = fills.filter((f) => f.participation >= 0.02);
  const share = large.length / fills.length;
  if (large.length === 0 || (impactShare < 0.3 && share < 0.1)) return null;
  const top = largest(large, (f) => f.participation, 4);
  return {
    mode: 'liquidity_blind', area: 'code', title: 'Blind to liquidity',
    claim: `${large.length} of ${fills.length} fills took 2 % or more of the day’s volume (the largest ${pct(top[0]!.participation)} of ${top[0]!.symbol}); market impact is ${pct(impactShare, 0)} of all friction.`,
    strength: clamp01(0.2 + 0.45 * impactShare + 0.35 * share),
    mandate: 'Enforce volume limits: trade only names liquid enough for the order size.',
    acceptance: { min_reward_delta: 0 },
    evidence: top.map(fillRef),
  };
};

const cutOrders = (reasons: readonly string[], minShare: number) => (orders: Parameters<Rule>[0]['orders']) => {
  const cut = orders.filter((o) => o.status !== 'filled' && o.reason !== null && reasons.includes(o.reason));
  const share = orders.length === 0 ? 0 : cut.length / orders.length;
  return cut.length >= 3 && share >= minShare ? { cut, share } : null;
};

/** Orders larger than the day's volume admits. */
export const depthExceeded: Rule = ({ orders }) => {
  const found = cutOrders(['PARTICIPATION'], 0.05)(orders);
  if (!found) return null;
  const missing = 1 - sum(found.cut.map((o) => o.filledShares)) / Math.max(1, sum(found.cut.map((o) => o.shares)));
  return {
    mode: 'depth_exceeded', area: 'execution', title: 'Market depth exceeded',
    claim: `${found.cut.length} of ${orders.length} orders were cut at the participation cap; ${pct(missing, 0)} of their shares stayed unfilled.`,
    strength: clamp01(0.3 + 0.4 * found.share + 0.3 * missing),
    mandate: 'Cap each order at a small share of average daily volume and spread large trades over several days.',
    acceptance: { min_reward_delta: 0 },
    evidence: largest(found.cut, (o) => o.shares - o.filledShares, 4).map(orderRef),
  };
};

/** Orders into names that cannot trade. */
export const limitLocked: Rule = ({ orders }) => {
  const found = cutOrders(['LIMIT_UP', 'LIMIT_DOWN', 'SUSPENDED', 'NO_PRICE'], 0.03)(orders);
  if (!found) return null;
  return {
    mode: 'limit_locked', area: 'execution', title: 'Locked at the price limit',
    claim: `${found.cut.length} of ${orders.length} orders met a price limit or a suspension and did not trade (${[...new Set(found.cut.map((o) => o.symbol))].slice(0, 3).join(', ')}).`,
    strength: clamp01(0.25 + 1.5 * found.share),
    mandate: 'Exclude names at or near their price limit and names that were suspended lately.',
    acceptance: { min_reward_delta: 0 },
    evidence: found.cut.slice(-4).map(orderRef),
  };
};
