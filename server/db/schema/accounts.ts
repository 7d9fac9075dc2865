import { index, integer, primaryKey, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { epochMs, json } from './columns';

/** A real account, read from a person's own files; the console never writes to it. */
export const accounts = sqliteTable('accounts', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  source: text('source', { enum: ['quantpits'] }).notNull(),
  currency: text('currency').notNull(),
  /** Header of the benchmark column; null = none. */
  benchmark: text('benchmark'),
  firstDate: text('first_date').notNull(),
  lastDate: text('last_date').notNull(),
  dayCount: integer('day_count').notNull(),
  tradeCount: integer('trade_count').notNull(),
  /** sha256 of days and trades: the same content again is no change. */
  contentHash: text('content_hash').notNull(),
  /** Rows kept and refused per file, findings, reconciliation: accounts/account-ledger.ts. */
  ledger: json<unknown>('ledger').notNull(),
  createdAt: epochMs('created_at').notNull(),
  importedAt: epochMs('imported_at').notNull(),
});

export const accountDays = sqliteTable(
  'account_days',
  {
    accountId: text('account_id').notNull().references(() => accounts.id),
    date: text('date').notNull(),
    /** Net asset value, cash included, at the close. */
    navFen: integer('nav_fen').notNull(),
    /** Deposit (+) or withdrawal (−) at the start of the day. */
    flowFen: integer('flow_fen').notNull(),
    /** Simple benchmark return of the day; null on the first day or where the file gives none. */
    benchmarkReturn: real('benchmark_return'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.date] })],
);

export const accountTrades = sqliteTable(
  'account_trades',
  {
    accountId: text('account_id').notNull().references(() => accounts.id),
    /** 1-based order in the file. */
    seq: integer('seq').notNull(),
    date: text('date').notNull(),
    symbol: text('symbol').notNull(),
    /** The broker's own word. */
    kind: text('kind').notNull(),
    class: text('class', { enum: ['buy', 'sell', 'cash', 'position'] }).notNull(),
    amountFen: integer('amount_fen').notNull(),
    cashFen: integer('cash_fen'),
    shares: integer('shares'),
    price: real('price'),
    feeFen: integer('fee_fen'),
    /** Line in the file. */
    line: integer('line').notNull(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.seq] }), index('account_trades_date').on(t.accountId, t.date)],
);
