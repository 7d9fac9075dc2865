import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { epochMs, flag, json } from './columns';

export const markets = sqliteTable('markets', {
  name: text('name').primaryKey(),
  /** sha256 of the columnar panel file beside the database. */
  panelHash: text('panel_hash').notNull(),
  board: text('board').notNull(),
  currency: text('currency').notNull(),
  synthetic: flag('synthetic').notNull(),
  seed: integer('seed'),
  benchmark: text('benchmark'),
  firstDate: text('first_date').notNull(),
  lastDate: text('last_date').notNull(),
  symbolCount: integer('symbol_count').notNull(),
  dayCount: integer('day_count').notNull(),
  /** Import ledger: rows kept and refused with reasons, findings. */
  ledger: json<unknown>('ledger').notNull(),
  createdAt: epochMs('created_at').notNull(),
});
