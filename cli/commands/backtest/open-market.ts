import { migrateDb, openDb } from '@/server/db/client';
import { getMarket, loadMarketPanel, type MarketRow } from '@/server/db/market-store';
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
