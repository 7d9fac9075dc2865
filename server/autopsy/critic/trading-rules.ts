import { largest, realisedFen, realisedRatio, sum } from '../friction-of';
import { dayRef, fillRef, orderRef } from '../incident-rows';
import { readBookConfig } from '@/server/books/book-config';
import { type OrdinaryCost, UNIT_WORDS } from './ordinary-cost';
import { BUSY_TURNOVER } from './split-costs';
import { belowHalt, clamp01, explains, MIN_SHARE, pct, type Rule } from './suspect';
import { mostUnfilled, tradedValues } from './undone-orders';

const bp = (ratio: number): string => `${(ratio * 1e4).toFixed(0)} bp`;
/** The number that "dear" is measured against, and where it comes from. */
const yardstick = ({ total, feesAndSpread, impact, source }: OrdinaryCost): string => `An ordinary one costs ${bp(total)}: ${bp(feesAndSpread)} fees, spread and tick (${source}), ${bp(impact)} impact.`;
/** Friction of a month that a desk looks at: 30 bp (QuantPits warns there, too). */
const NOTICED_FRICTION = 0.003;
/** Fills of at least this share of the day's volume move the price. */
const LARGE_FILL = 0.02;

/**
 * Share of the ordered value that stayed undone from which on depth is the fault: a tenth of what was decided was not to be had. Below it
 * the orders did trade, and what they did to the price is the fault of the choice of names.
 */
const UNDONE = 0.1;

/** Half of today's turnover, at most BUSY_TURNOVER: half of the friction is to come back. */
const halvedTurnover = (annual: number): number => Number(Math.min(BUSY_TURNOVER, Math.max(1, annual / 2)).toPrecision(2));

/** The book trades its own weight again and again. */
export const overtrading: Rule = ({ days, board }, parts) => {
  const { annualTurnover, byTurnover, friction } = parts.costs;
  if (days.length < 3 || annualTurnover <= BUSY_TURNOVER || friction < NOTICED_FRICTION || byTurnover < parts.total * MIN_SHARE) return null;
  const busy = days.filter((d) => d.turnover > 0).length / days.length;
  return {
    mode: 'overtrading', area: 'code', title: 'Overtrading',
    claim: `Turnover ran at ${pct(annualTurnover, 0)} a year over ${days.length} days, a holding period of ${(252 / annualTurnover).toFixed(1)} days, and the book traded on ${pct(busy, 0)} of them. That cost ${pct(friction)} of equity, of which ${pct(byTurnover)} because it trades more than ${BUSY_TURNOVER} times a year and each traded ${UNIT_WORDS[board]} costs ${bp(parts.costs.perTrade)}. ${yardstick(parts.costs.ordinary)}`,
    strength: explains(byTurnover, parts),
    mandate: 'Reduce turnover frequency: rebalance less often and hold positions longer.',
    acceptance: { max_annual_turnover: BUSY_TURNOVER, min_reward_delta: 0 },
    evidence: largest(days, (d) => d.turnover, 4).map(dayRef),
  };
};

/** What the signal earns is less than what trading it costs. As a symptom of another cost cause it stands behind that cause. */
export const costDrag: Rule = ({ days, fills, board }, parts) => {
  const { friction, byPrice, byTurnover, byImpact, perTrade, impactPerTrade, annualTurnover } = parts.costs;
  const gross = sum(days.map((d) => d.grossReturn));
  if (days.length < 3 || friction < NOTICED_FRICTION || friction < parts.total * MIN_SHARE) return null;
  // Costs that the gain paid for are the price of the business.
  if (gross >= 2 * friction) return null;
  // When nothing about the trading is out of the ordinary, the fault is a signal that does not earn its ordinary costs.
  const own = gross > 0 && byTurnover + byImpact < 0.2 * friction ? friction : byPrice;
  return {
    mode: 'cost_drag', area: 'execution', title: 'Cost drag',
    claim: `Before costs the positions made ${pct(gross)} in ${days.length} days; trading cost ${pct(friction, 2)} of equity (${((friction / days.length) * 1e4).toFixed(0)} bp a day). A traded ${UNIT_WORDS[board]} cost ${bp(perTrade)}: ${bp(perTrade - impactPerTrade)} fees and spread, ${bp(impactPerTrade)} impact. ${yardstick(parts.costs.ordinary)}`,
    strength: Math.max(explains(own, parts), Math.min(0.6 * explains(friction, parts), explains(Math.max(byTurnover, byImpact), parts) - 0.05)),
    mandate: 'Trade only when the expected gain exceeds the friction; reduce turnover.',
    acceptance: { max_annual_turnover: halvedTurnover(annualTurnover), min_reward_delta: 0 },
    evidence: [...largest(days, realisedRatio, 3).map(dayRef), ...largest(fills, realisedFen, 3).map(fillRef)],
  };
};

/** Names are bought without a look at how much they trade: their own orders move them, or find no counterpart. */
export const liquidityBlind: Rule = ({ fills, board }, parts) => {
  const { byImpact, impactPerTrade, friction } = parts.costs;
  const large = fills.filter((f) => f.participation >= LARGE_FILL);
  if (large.length < 3 || friction < NOTICED_FRICTION / 2) return null;
  const impactShare = sum(fills.map((f) => f.impactFen)) / Math.max(1, sum(fills.map(realisedFen)));
  const isSymptom = parts.undone.depthShare >= UNDONE;
  const part = byImpact + (isSymptom ? 0 : Math.max(0, parts.stuck));
  if (part < parts.total * MIN_SHARE && impactShare < 0.3) return null;
  const top = largest(large, (f) => f.impactFen, 4);
  const traded = tradedValues(fills);
  const thinnest = [...new Set(large.map((f) => f.symbol))].sort((a, b) => (traded.get(a) ?? 0) - (traded.get(b) ?? 0));
  return {
    mode: 'liquidity_blind', area: 'code', title: 'Blind to liquidity',
    claim: `${large.length} of ${fills.length} fills took 2 % or more of the day’s volume (the largest ${pct(Math.max(...large.map((f) => f.participation)))}), most of them in names that trade little (${thinnest.slice(0, 3).map((s) => `${s} about ${((traded.get(s) ?? 0) / 1e8).toFixed(1)} million a day`).join(', ')}). Market impact is ${pct(impactShare, 0)} of all friction, ${bp(impactPerTrade)} of each traded ${UNIT_WORDS[board]}; ${bp(parts.costs.ordinary.impact)} would be ordinary.`,
    strength: clamp01((isSymptom ? 0.6 : 1) * explains(part, parts)),
    mandate: 'Enforce volume limits: trade only names liquid enough for the order size, at most 1 % of the average daily volume.',
    acceptance: { min_reward_delta: 0 },
    evidence: top.map(fillRef),
  };
};

/** Orders larger than the market of the day: the book cannot be put on, or cannot be left. */
export const depthExceeded: Rule = ({ orders, book }, parts) => {
  const { depth, depthShare } = parts.undone;
  if (depth.length < 3 || (depthShare < 0.05 && depth.length / orders.length < 0.05)) return null;
  const missing = 1 - sum(depth.map((o) => o.filledShares)) / Math.max(1, sum(depth.map((o) => o.shares)));
  const cap = readBookConfig(book).execution.participationCap;
  const part = Math.max(0, parts.stuck) + parts.costs.byImpact;
  return {
    mode: 'depth_exceeded', area: 'execution', title: 'Market depth exceeded',
    claim: `${depth.length} of ${orders.length} orders were cut at the participation cap of ${pct(cap, 0)}; ${pct(missing, 0)} of their shares and ${pct(depthShare, 0)} of all ordered value stayed undone${parts.stuck > 0 ? `, and names that could not be sold in time lost ${pct(parts.stuck)} of equity beyond the market` : ''}.`,
    // A book that is not put on as decided is broken whatever it lost: the undone share counts by itself.
    strength: depthShare >= UNDONE ? Math.max(explains(part, parts), clamp01(0.4 + 0.5 * depthShare)) : 0.6 * explains(part, parts),
    mandate: `Cap each order at a small share of average daily volume (${pct(cap / 2, 0)}) and spread large trades over several days.`,
    acceptance: { min_reward_delta: 0 },
    evidence: mostUnfilled(depth, 4).map(orderRef),
  };
};

/** Orders into names that cannot trade. */
export const limitLocked: Rule = ({ orders, book }, parts) => {
  const refused = parts.undone.limit;
  const share = orders.length === 0 ? 0 : refused.length / orders.length;
  const lost = Math.max(0, parts.locked);
  // Few refusals are chance, unless what could not be left lost money: a book that halts on the first such day has one or two.
  if (refused.length === 0 || ((refused.length < 3 || share < 0.03) && lost < parts.total * MIN_SHARE)) return null;
  const symbols = [...new Set(refused.map((o) => o.symbol))];
  return {
    mode: 'limit_locked', area: 'execution', title: 'Locked at the price limit',
    claim: `${refused.length} of ${orders.length} ${orders.length === 1 ? 'order' : 'orders'} met a price limit or a suspension and did not trade (${symbols.slice(0, 3).join(', ')}${symbols.length > 3 ? ` and ${symbols.length - 3} more` : ''})${lost > 0 ? `; while they could not be sold these names lost ${pct(lost)} of equity beyond the market` : ''}.`,
    strength: Math.max(explains(lost, parts), clamp01(0.2 + 0.5 * share)),
    mandate: 'Exclude names at or near their price limit and names that were suspended lately, and cap the position in a single name so that one that locks can be waited out.',
    acceptance: { max_principal_loss: belowHalt(readBookConfig(book)), min_reward_delta: 0 },
    evidence: mostUnfilled(refused, 4).map(orderRef),
  };
};
