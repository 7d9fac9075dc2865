import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { epochMs, json } from './columns';
import { markets } from './markets';

/** An imported file of order-book snapshots with its ledger. The same content is imported once. */
export const quoteImports = sqliteTable(
  'quote_imports',
  {
    id: text('id').primaryKey(),
    marketName: text('market_name').notNull().references(() => markets.name),
    fileName: text('file_name').notNull(),
    contentHash: text('content_hash').notNull(),
    rowsKept: integer('rows_kept').notNull(),
    /** Refused rows by reason, with the first line of each. */
    refused: json<{ reason: string; rows: number; firstLine: number }[]>('refused').notNull(),
    firstDate: text('first_date').notNull(),
    lastDate: text('last_date').notNull(),
    importedAt: epochMs('imported_at').notNull(),
  },
  (t) => [uniqueIndex('quote_imports_content').on(t.marketName, t.contentHash)],
);

/** One level of an order-book snapshot. Its id is what evidence of kind `orderbook` cites. */
export const quotes = sqliteTable(
  'quotes',
  {
    /** market/symbol/dateTtime/level. */
    id: text('id').primaryKey(),
    importId: text('import_id').notNull().references(() => quoteImports.id),
    marketName: text('market_name').notNull(),
    symbol: text('symbol').notNull(),
    /** Calendar date and wall-clock time of the exchange as strings: never an instant. */
    date: text('date').notNull(),
    time: text('time').notNull(),
    /** 1 = best. */
    level: integer('level').notNull(),
    /** Prices in ten-thousandths of the currency (ticks below a fen exist in books of funds); null = nobody stands on that side. */
    bidE4: integer('bid_e4'),
    askE4: integer('ask_e4'),
    bidShares: integer('bid_shares').notNull(),
    askShares: integer('ask_shares').notNull(),
  },
  (t) => [index('quotes_day').on(t.marketName, t.date, t.symbol)],
);
