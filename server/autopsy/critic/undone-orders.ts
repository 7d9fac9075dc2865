import { largest, sum } from '../friction-of';
import type { FillRow, IncidentRows, OrderRow } from '../incident-rows';

/** Why an order did not trade: the market was closed to it, or it was more than the market had. */
const LIMIT_REASONS = new Set(['LIMIT_UP', 'LIMIT_DOWN', 'SUSPENDED', 'NO_PRICE']);
const by = (order: OrderRow): 'limit' | 'depth' | null =>
  order.status === 'filled' || order.reason === null ? null : LIMIT_REASONS.has(order.reason) ? 'limit' : order.reason === 'PARTICIPATION' ? 'depth' : null;

export interface Undone {
  readonly limit: readonly OrderRow[];
  readonly depth: readonly OrderRow[];
  /** Share of the ordered value that the participation cap left undone. */
  readonly depthShare: number;
  /** '<dayIndex> <symbol>' of days on which a name was held because an order to sell it had not traded, and the share that stayed. */
  readonly heldBack: ReadonlyMap<string, { readonly by: 'limit' | 'depth'; readonly share: number }>;
}

const quantile = (values: readonly number[], q: number): number => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? 0;

/** What the market traded in a name a day, from fills: shares ÷ participation × price; the median over its fills. */
export function tradedValues(fills: readonly FillRow[]): Map<string, number> {
  const seen = new Map<string, number[]>();
  for (const f of fills) if (f.participation > 0) seen.set(f.symbol, [...(seen.get(f.symbol) ?? []), (f.shares / f.participation) * f.referenceFen]);
  return new Map([...seen].map(([symbol, values]) => [symbol, quantile(values, 0.5)]));
}

/** Orders of the window that did not trade, and what the book went on holding for it. Pure. */
export function readUndone({ orders, fills, days, names }: IncidentRows): Undone {
  const limit = orders.filter((o) => by(o) === 'limit');
  const depth = orders.filter((o) => by(o) === 'depth');
  const price = new Map(fills.map((f) => [f.symbol, f.referenceFen]));
  const value = (o: OrderRow, shares = o.shares): number => shares * (price.get(o.symbol) ?? 0);
  const ordered = sum(orders.map((o) => value(o)));
  const heldBack = new Map<string, { by: 'limit' | 'depth'; share: number }>();
  const last = days.at(-1)?.dayIndex ?? -1;
  for (const o of [...depth, ...limit]) {
    if (o.side !== 'sell' || o.shares === 0) continue;
    const entry = { by: by(o)!, share: 1 - o.filledShares / o.shares };
    // Refused at a limit, the name is held through that day; cut by the cap, the rest is held through the next one as well.
    for (const day of [o.dayIndex, o.dayIndex + 1]) if (day <= last && !(day > o.dayIndex && heldBack.has(`${day} ${o.symbol}`))) heldBack.set(`${day} ${o.symbol}`, entry);
  }
  for (const key of limitStreaks(limit, names)) if (!heldBack.has(key)) heldBack.set(key, { by: 'limit', share: 1 });
  return {
    limit,
    depth,
    depthShare: ordered > 0 ? sum(depth.map((o) => value(o, o.shares - o.filledShares))) / ordered : 0,
    heldBack,
  };
}

/** The smallest daily limit of a board is 5 %; a fall of nearly that is a limit move. */
const LIMIT_MOVE = -0.045;

/** Days on which a name had fallen by a limit move right before its first refused order to sell: the same streak, nobody could have left. */
function limitStreaks(refused: readonly OrderRow[], names: IncidentRows['names']): string[] {
  const moves = new Map(names.map((n) => [`${n.dayIndex} ${n.symbol}`, n.weight > 0 ? n.gain / n.weight : 0]));
  return refused.flatMap((o) => {
    const streak: string[] = [];
    if (o.side === 'sell' && o.reason === 'LIMIT_DOWN') for (let day = o.dayIndex - 1; (moves.get(`${day} ${o.symbol}`) ?? 0) <= LIMIT_MOVE; day--) streak.push(`${day} ${o.symbol}`);
    return streak;
  });
}

const unfilled = (o: OrderRow): number => o.shares - o.filledShares;
export const mostUnfilled = (orders: readonly OrderRow[], n: number): OrderRow[] => largest(orders, unfilled, n);
