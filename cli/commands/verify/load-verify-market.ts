import { migrateDb, openDb } from '@/server/db/client';
import { getMarket, loadMarketPanel } from '@/server/db/market-store';
import { defaultSimulation } from '@/server/simulation/config';
import type { VerifyMarket } from '@/server/stdaw/verify/types';

/** A stored market as the Sim2Real gate takes it, with the board's shipped costs. @throws AppError NOT_FOUND */
export function loadVerifyMarket(name: string, days: { from: string | undefined; to: string | undefined }): VerifyMarket {
  const db = openDb();
  try {
    migrateDb(db);
    const row = getMarket(db, name);
    const panel = loadMarketPanel(row);
    return { name, panel, panelHash: row.panelHash, config: defaultSimulation(panel.meta.board), ...(days.from ? { from: days.from } : {}), ...(days.to ? { to: days.to } : {}) };
  } finally {
    db.$client.close();
  }
}
