import { type Style, STYLES, styleProxies } from '@/server/analytics/style-proxies';
import { AppError } from '@/server/contracts/errors';
import { CELL } from '@/server/market/panel';
import type { DbOrTx } from './client';
import { getMarket, loadMarketPanel, type MarketRow } from './market-store';

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

/** As `stylesOn`, for a market that a person named. @throws AppError NOT_FOUND naming the markets there are, BAD_INPUT naming the day it does not know */
export function namedStyles(db: DbOrTx, name: string, dates: readonly string[]): Record<Style, Float64Array> {
  const row = getMarket(db, name);
  const styles = stylesOn(row, dates);
  if (styles) return styles;
  const { dayOf } = stylesOf(row);
  const strange = dates.filter((date) => !dayOf.has(date));
  throw new AppError('BAD_INPUT', `--market: ${name} (${row.firstDate} to ${row.lastDate}) has no session on ${strange[0]}${strange.length > 1 ? ` and ${strange.length - 1} more of the days` : ''}; style proxies need the bars of every day of the report.`);
}

/** Style proxies of a market on given days, or null when it does not know one of them. */
export function stylesOn(row: Pick<MarketRow, 'panelHash'>, dates: readonly string[]): Record<Style, Float64Array> | null {
  const { dayOf, styles } = stylesOf(row);
  const days = dates.map((date) => dayOf.get(date) ?? -1);
  if (days.includes(-1)) return null;
  return Object.fromEntries(STYLES.map((style) => [style, Float64Array.from(days, (t) => styles[style][t]!)])) as Record<Style, Float64Array>;
}
