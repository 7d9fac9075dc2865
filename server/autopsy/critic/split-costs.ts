import { TRADING_DAYS_PER_YEAR } from '@/server/contracts/units';
import { openingFen, realisedRatio, sum } from '../friction-of';
import type { IncidentRows } from '../incident-rows';
import { type OrdinaryCost, ordinaryCost } from './ordinary-cost';

/** One-way turnover a year above which a book trades more than its signal can know: 20 = 2000 %. */
export const BUSY_TURNOVER = 20;

/** Friction of the window, as fractions of equity, by what made it large. */
export interface CostParts {
  readonly friction: number;
  /** One-way turnover a year, the opening of the book left out. */
  readonly annualTurnover: number;
  /** What an ordinary order costs on this board. */
  readonly ordinary: OrdinaryCost;
  /** Cost of one traded unit of money. */
  readonly perTrade: number;
  readonly impactPerTrade: number;
  /** Friction because the book trades too often, because each order moves the price, because each order is dear. */
  readonly byTurnover: number;
  readonly byImpact: number;
  readonly byPrice: number;
}

/**
 * friction = turnover × cost of a traded unit of money. What it is above BUSY_TURNOVER × ordinary cost is shared between the two factors as
 * their logarithms (a product has no other symmetric split), the cost's share between impact and fees + spread as their excess.
 * The ordinary friction is nobody's fault and in no part.
 */
export function splitCosts({ days, before, board, incident }: Pick<IncidentRows, 'days' | 'before' | 'board'> & { incident: Pick<IncidentRows['incident'], 'date'> }): CostParts {
  const ordinary = ordinaryCost(board, incident.date);
  // Buying the first positions is no turning over.
  const opening = before.length === 0 ? days.find((d) => d.turnover > 0) : undefined;
  const counted = days.filter((d) => d !== opening);
  const oneWay = sum(counted.map((d) => d.turnover));
  const annualTurnover = counted.length === 0 ? 0 : (oneWay / counted.length) * TRADING_DAYS_PER_YEAR;
  const friction = sum(days.map(realisedRatio));
  const traded = 2 * sum(days.map((d) => d.turnover));
  if (traded === 0 || friction <= 0) return { friction: 0, ordinary, annualTurnover, perTrade: 0, impactPerTrade: 0, byTurnover: 0, byImpact: 0, byPrice: 0 };
  const perTrade = friction / traded;
  const impactPerTrade = sum(days.map((d) => (openingFen(d) > 0 ? d.impactFen / openingFen(d) : 0))) / traded;
  const often = Math.max(0, Math.log(annualTurnover / BUSY_TURNOVER));
  const dear = Math.max(0, Math.log(perTrade / ordinary.total));
  const excess = friction * (1 - Math.exp(-often - dear));
  const impact = Math.max(0, impactPerTrade - ordinary.impact);
  const price = Math.max(0, perTrade - impactPerTrade - ordinary.feesAndSpread);
  const forTurnover = often + dear > 0 ? (excess * often) / (often + dear) : 0;
  const forImpact = impact + price > 0 ? ((excess - forTurnover) * impact) / (impact + price) : 0;
  return { friction, ordinary, annualTurnover, perTrade, impactPerTrade, byTurnover: forTurnover, byImpact: forImpact, byPrice: excess - forTurnover - forImpact };
}
