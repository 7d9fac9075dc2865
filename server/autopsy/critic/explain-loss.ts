import { sum } from '../friction-of';
import type { IncidentRows } from '../incident-rows';
import type { NameDay } from '../name-days';
import { type CostParts, splitCosts } from './split-costs';
import { type MarketFit, fitMarket, tOfMean } from './fit-market';
import { type Undone, readUndone } from './undone-orders';

/** A name above this share of equity is heavy: the level at which risk desks look at a single name. */
export const HEAVY_WEIGHT = 0.15;
/** The weight a name would have in an ordinary book; also the shipped limit of the risk gate. */
export const ORDINARY_WEIGHT = 0.1;

/**
 * What the window lost, taken apart. All parts are fractions of equity summed over the days, positive = lost, and no loss is
 * counted twice: what names could not leave and what heavy names did beyond the market come first, then the market, then the rest.
 */
export interface LossParts {
  readonly costs: CostParts;
  readonly undone: Undone;
  /** Loss beyond the market of names on the days after an order to sell them was refused at a limit or in a suspension. */
  readonly locked: number;
  /** The same for orders to sell that the participation cap cut. */
  readonly stuck: number;
  /** Per heavy name: what it lost beyond the market and beyond what a name of ORDINARY_WEIGHT would have lost. */
  readonly heavy: readonly { readonly symbol: string; readonly weight: number; readonly loss: number }[];
  readonly market: MarketFit | null;
  /** Loss that is neither market nor any part above, and its t over the days. */
  readonly active: number;
  readonly activeT: number;
  /** Residual returns of the days, the base of `active`. */
  readonly residuals: readonly number[];
  /** All parts that are losses together. */
  readonly total: number;
}

/** Takes the window of an incident apart. Pure. */
export function explainLoss(rows: IncidentRows): LossParts {
  const { days, names } = rows;
  const market = new Map(days.map((d) => [d.dayIndex, d.benchmarkReturn ?? 0]));
  const beyond = (n: NameDay): number => n.gain - n.weight * (market.get(n.dayIndex) ?? 0);
  const undone = readUndone(rows);
  const shifted = new Map<number, number>();
  const heavyNames = new Map<string, { weight: number; loss: number }>();
  let locked = 0;
  let stuck = 0;
  for (const n of names) {
    const held = undone.heldBack.get(`${n.dayIndex} ${n.symbol}`);
    // Of a heavy name only the part above an ordinary weight is concentration.
    const share = held ? held.share : n.weight > HEAVY_WEIGHT ? 1 - ORDINARY_WEIGHT / n.weight : 0;
    if (share === 0) continue;
    const loss = -beyond(n) * share;
    if (held?.by === 'limit') locked += loss;
    else if (held) stuck += loss;
    else {
      const known = heavyNames.get(n.symbol) ?? { weight: 0, loss: 0 };
      heavyNames.set(n.symbol, { weight: Math.max(known.weight, n.weight), loss: known.loss + loss });
    }
    shifted.set(n.dayIndex, (shifted.get(n.dayIndex) ?? 0) + loss);
  }
  const heavy = [...heavyNames].map(([symbol, h]) => ({ symbol, ...h })).sort((a, b) => b.loss - a.loss);
  const rest = days.map((d) => d.grossReturn + (shifted.get(d.dayIndex) ?? 0));
  const fit = fitMarket(days.map((d) => d.benchmarkReturn), rest);
  const residuals = rest.map((r, i) => r - (fit?.beta ?? 0) * (days[i]!.benchmarkReturn ?? 0)).filter((_, i) => days[i]!.grossReturn !== 0);
  const active = -sum(residuals);
  const costs = splitCosts(rows);
  const parts = [costs.friction, locked, stuck, sum(heavy.map((h) => Math.max(0, h.loss))), fit ? -fit.beta * fit.total : 0, active];
  return { costs, undone, locked, stuck, heavy, market: fit, active, activeT: tOfMean(residuals), residuals, total: Math.max(1e-9, sum(parts.map((p) => Math.max(0, p)))) };
}
