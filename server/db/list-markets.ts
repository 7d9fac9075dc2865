import { asc } from 'drizzle-orm';
import type { DbOrTx } from './client';
import type { MarketRow } from './market-store';
import { markets } from './schema';

/** All markets by name, import ledgers included. */
export const listMarkets = (db: DbOrTx): MarketRow[] => db.select().from(markets).orderBy(asc(markets.name)).all();
