import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import type { Panel } from '@/server/market/panel';
import { type DbOrTx, dataDir, write } from './client';
import { loadPanel, savePanel } from './panel-store';
import { markets } from './schema';

export type MarketRow = typeof markets.$inferSelect;
export const panelsDir = (): string => join(dataDir(), 'panels');

/** Stores the panel file (content-addressed) and the market's row. The same name again replaces what the name points to; old panels stay. */
export function registerMarket(db: DbOrTx, input: { name: string; panel: Panel; ledger: object; now: number }): MarketRow {
  const { name, panel, ledger, now } = input;
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._()-]{0,79}$/u.test(name)) throw new AppError('BAD_INPUT', `market: the name ${JSON.stringify(name)} must be 1 to 80 letters, digits, spaces, dots, dashes or parentheses.`);
  if (panel.dates.length === 0 || panel.symbols.length === 0) throw new AppError('BAD_INPUT', `market ${name}: the panel is empty; import at least one day of one symbol.`);
  const values = {
    panelHash: savePanel(panelsDir(), panel),
    board: panel.meta.board,
    currency: panel.meta.currency,
    synthetic: panel.meta.synthetic,
    seed: panel.meta.seed,
    benchmark: panel.meta.benchmark,
    firstDate: panel.dates[0] as string,
    lastDate: panel.dates[panel.dates.length - 1] as string,
    symbolCount: panel.symbols.length,
    dayCount: panel.dates.length,
    ledger,
    createdAt: now,
  };
  return write(db, (tx) => tx.insert(markets).values({ name, ...values }).onConflictDoUpdate({ target: markets.name, set: values }).returning().get());
}

/** @throws AppError NOT_FOUND naming the markets there are */
export function getMarket(db: DbOrTx, name: string): MarketRow {
  const row = db.select().from(markets).where(eq(markets.name, name)).get();
  if (row) return row;
  const names = db.select({ name: markets.name }).from(markets).orderBy(asc(markets.name)).all().map((m) => m.name);
  throw new AppError('NOT_FOUND', `There is no market named ${name}; ${names.length ? `there are: ${names.join(', ')}` : 'import one with `oomrl import bars`'}.`);
}

/** The market's panel, verified against its hash. */
export const loadMarketPanel = (row: Pick<MarketRow, 'panelHash'>): Panel => loadPanel(panelsDir(), row.panelHash);

const datesByHash = new Map<string, readonly string[]>();
/** Sessions of a market. Kept in memory by content hash, so a page that needs only the calendar does not read the whole panel. */
export function marketDates(row: Pick<MarketRow, 'panelHash'>): readonly string[] {
  const known = datesByHash.get(row.panelHash);
  if (known) return known;
  const { dates } = loadMarketPanel(row);
  datesByHash.set(row.panelHash, dates);
  return dates;
}
