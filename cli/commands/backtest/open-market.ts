import { migrateDb, openDb } from '@/server/db/client';
import { getMarket, loadMarketPanel, type MarketRow } from '@/server/db/market-store';
import { importLedgerSchema } from '@/server/market/import-ledger';
import type { Panel } from '@/server/market/panel';

/** A stored market and its panel; the database is closed again. @throws AppError NOT_FOUND naming the markets there are */
export function openMarket(name: string): { row: MarketRow; panel: Panel } {
  const db = openDb();
  try {
    migrateDb(db);
    const row = getMarket(db, name);
    return { row, panel: loadMarketPanel(row) };
  } finally {
    db.$client.close();
  }
}

/** What every report on a market says about it first. */
export const marketFacts = ({ row, panel }: { row: MarketRow; panel: Panel }) => ({
  name: row.name, synthetic: row.synthetic, seed: row.seed, currency: row.currency, panelHash: row.panelHash, symbols: panel.symbols.length, days: panel.dates.length,
});
export type MarketFacts = ReturnType<typeof marketFacts>;

/** Days on which the import suspects a split or dividend that nobody has confirmed: a holding loses there what it did not lose. */
export interface UnadjustedDays {
  readonly splits: number;
  readonly exDays: number;
  readonly first: { readonly symbol: string; readonly date: string };
}

/** What the market's ledger suspects between two days, both inclusive; null when it suspects nothing, or has no ledger (a generated market). */
export function unadjustedDays({ row }: { row: MarketRow }, from: string, to: string): UnadjustedDays | null {
  const ledger = importLedgerSchema.pick({ findings: true }).safeParse(row.ledger);
  if (!ledger.success) return null;
  const within = ledger.data.findings.flatMap(({ kind, symbol, date }) => ((kind === 'split-suspect' || kind === 'ex-day-suspect') && date !== null && from <= date && date <= to ? [{ kind, symbol, date }] : []));
  const [first] = within.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  if (!first) return null;
  const splits = within.filter((f) => f.kind === 'split-suspect').length;
  return { splits, exDays: within.length - splits, first: { symbol: first.symbol, date: first.date } };
}

/** The sentence that stands above the figures; no line where nothing is suspected. */
export function unadjustedLines(unadjusted: UnadjustedDays | null): string[] {
  if (unadjusted === null) return [];
  const { splits, exDays, first } = unadjusted;
  const of = (n: number, word: string): string[] => (n === 0 ? [] : [`${n} suspected ${word}${n === 1 ? '' : 's'}`]);
  return [`Prices may be unadjusted: ${[...of(splits, 'split'), ...of(exDays, 'ex-day')].join(' and ')} of these days, the first ${first.symbol} on ${first.date}, not confirmed at the import. A holding of such a name loses there what it did not lose; the import ledger has the list and the line that confirms each split; for dividends give preclose or a factor with the bars.`];
}
