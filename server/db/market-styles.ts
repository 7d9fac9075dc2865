import { type Style, STYLES, styleProxies } from '@/server/analytics/style-proxies';
import { CELL } from '@/server/market/panel';
import { loadMarketPanel, type MarketRow } from './market-store';

interface MarketStyles {
  readonly dayOf: ReadonlyMap<string, number>;
  readonly styles: Readonly<Record<Style, Float64Array>>;
}

const KEPT = 8;
/** By content hash, so it cannot grow stale: the panel is read and the quintiles are sorted once per process and market. */
const known = new Map<string, MarketStyles>();

function stylesOf(row: Pick<MarketRow, 'panelHash'>): MarketStyles {
  const kept = known.get(row.panelHash);
  if (kept) return kept;
  const { dates, symbols, fields, status } = loadMarketPanel(row);
  const made: MarketStyles = {
    dayOf: new Map(dates.map((date, t) => [date, t])),
    styles: styleProxies({
      days: dates.length,
      symbols: symbols.length,
      adjustedClose: fields.close.map((close, at) => close * fields.factor[at]!),
      value: fields.close.map((close, at) => close * fields.volume[at]!),
      traded: status.map((cell) => (cell === CELL.TRADED ? 1 : 0)),
    }),
  };
  if (known.size >= KEPT) known.delete(known.keys().next().value as string);
  known.set(row.panelHash, made);
  return made;
}

/** Style proxies of a market on given days, or null when it does not know one of them. */
export function stylesOn(row: Pick<MarketRow, 'panelHash'>, dates: readonly string[]): Record<Style, Float64Array> | null {
  const { dayOf, styles } = stylesOf(row);
  const days = dates.map((date) => dayOf.get(date) ?? -1);
  if (days.includes(-1)) return null;
  return Object.fromEntries(STYLES.map((style) => [style, Float64Array.from(days, (t) => styles[style][t]!)])) as Record<Style, Float64Array>;
}
