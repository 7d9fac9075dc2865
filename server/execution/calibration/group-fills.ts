import type { ObservedFill } from './types';

const DAY_MS = 86_400_000;

/** What was paid for one name on one day, currency of the fills. */
export interface NameCost {
  readonly symbol: string;
  readonly fills: number;
  readonly traded: number;
  readonly commission: number;
  /** Fill prices against reference prices; negative where they were better. */
  readonly slippage: number;
}

export interface FillDay {
  readonly date: string;
  /** Slippage and commission of the day. */
  readonly cost: number;
  readonly names: readonly NameCost[];
}

/** The day of a fill is one of UTC: the sessions of Chinese and US exchanges each lie in one. */
export const dayOf = (time: number): string => new Date(Math.floor(time / DAY_MS) * DAY_MS).toISOString().slice(0, 10);

/** A broker's fills by day and, within it, by name; oldest day first. */
export function groupFills(fills: readonly ObservedFill[]): FillDay[] {
  const days = new Map<string, { cost: number; names: Map<string, NameCost> }>();
  for (const { time, symbol, side, quantity, referencePrice, fillPrice, commission } of fills) {
    const key = dayOf(time);
    const day = days.get(key) ?? { cost: 0, names: new Map<string, NameCost>() };
    const slippage = quantity * (side === 'buy' ? fillPrice - referencePrice : referencePrice - fillPrice);
    const one = day.names.get(symbol);
    day.names.set(symbol, { symbol, fills: (one?.fills ?? 0) + 1, traded: (one?.traded ?? 0) + quantity * fillPrice, commission: (one?.commission ?? 0) + commission, slippage: (one?.slippage ?? 0) + slippage });
    day.cost += slippage + commission;
    days.set(key, day);
  }
  return [...days].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, { cost, names }]) => ({ date, cost, names: [...names.values()] }));
}
