import type { DbOrTx } from '@/server/db/client';
import { loadMarketPanel, type MarketRow } from '@/server/db/market-store';
import { readQuotes } from '@/server/db/quote-store';
import { fitImpact, type ImpactPoint } from '@/server/execution/calibration/fit-impact';
import { MarketRows } from '@/server/execution/market-rows';
import { quantileLinear } from '@/server/analytics/moments';
import type { FillRow } from './step-rows';

export type FillCostFit = ReturnType<typeof fitImpact>;
const LEAST_FILLS = 3;
const KEPT = 16;
/** By content (panel, last fill), so it cannot grow stale. */
const known = new Map<string, FillCostFit>();

/**
 * Half spread and impact coefficient from an episode's fills: cost per traded money on σ√(shares/ADV) of the name on its day. Null
 * with fewer than three fills that a day of the market explains.
 */
export function fitFillCosts(market: Pick<MarketRow, 'panelHash'>, fills: readonly FillRow[]): FillCostFit | null {
  const last = fills.at(-1);
  if (!last || fills.length < LEAST_FILLS) return null;
  const key = `${market.panelHash}/${last.id}/${fills.length}`;
  const kept = known.get(key);
  if (kept) return kept;
  const points = impactPoints(market, fills);
  if (points.length < LEAST_FILLS) return null;
  const fit = fitImpact(points);
  if (known.size >= KEPT) known.delete(known.keys().next().value as string);
  known.set(key, fit);
  return fit;
}

/** Fills oldest day first: the market's rows roll forward with them. */
function impactPoints(market: Pick<MarketRow, 'panelHash'>, fills: readonly FillRow[]): ImpactPoint[] {
  const panel = loadMarketPanel(market);
  const rows = new MarketRows(panel);
  const dayOf = new Map(panel.dates.map((date, t) => [date, t]));
  const columnOf = new Map(panel.symbols.map((symbol, i) => [symbol, i]));
  return fills.flatMap((fill) => {
    const day = dayOf.get(fill.date);
    const column = columnOf.get(fill.symbol);
    if (day === undefined || column === undefined) return [];
    if (rows.day !== day) rows.load(day);
    const size = Math.sqrt(rows.today.impactBase[column]! * fill.shares);
    return [{ cost: (fill.spreadFen + fill.impactFen) / (fill.referenceFen * fill.shares), size }];
  });
}

export interface QuotedSpread {
  /** Median of half the spread of the day's first snapshot, over fills that have one. */
  readonly halfSpreadBp: number;
  readonly fills: number;
}

/** What the imported order books quoted for the names and days of the fills; null when none of them has a snapshot. */
export function readQuotedSpread(db: DbOrTx, marketName: string, fills: readonly FillRow[]): QuotedSpread | null {
  const [first, last] = [fills[0], fills.at(-1)];
  if (!first || !last) return null;
  const half = new Map<string, number>();
  for (const { symbol, date, bidE4, askE4 } of readQuotes(db, { marketName, symbols: [...new Set(fills.map((f) => f.symbol))], from: first.date, to: last.date })) {
    const key = `${symbol}/${date}`;
    if (!half.has(key) && bidE4 !== null && askE4 !== null && bidE4 > 0 && askE4 >= bidE4) half.set(key, ((askE4 - bidE4) / (askE4 + bidE4)) * 1e4);
  }
  const matched = fills.flatMap(({ symbol, date }) => half.get(`${symbol}/${date}`) ?? []);
  return matched.length === 0 ? null : { halfSpreadBp: quantileLinear(Float64Array.from(matched), 0.5), fills: matched.length };
}
