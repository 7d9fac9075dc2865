import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { epochMs, flag } from './columns';

/** RLFCB: compute capital of an agent or book. 0 is absorbing; only a top-up by a person with a reason refills it. */
export const computeAccounts = sqliteTable('compute_accounts', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  tokenLimit: integer('token_limit').notNull(),
  cpuSecondLimit: real('cpu_second_limit').notNull(),
  moneyLimitMicros: integer('money_limit_micros').notNull(),
  /** Wall seconds that commands may run under the account; null = no limit of wall time. */
  wallSecondLimit: real('wall_second_limit'),
  exhausted: flag('exhausted').notNull().default(false),
  createdAt: epochMs('created_at').notNull(),
});

export const computeLedger = sqliteTable(
  'compute_ledger',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    accountId: text('account_id').notNull().references(() => computeAccounts.id),
    /** Idempotency: attempt or call id. */
    sourceId: text('source_id').notNull().unique(),
    kind: text('kind', { enum: ['reserve', 'charge', 'top_up'] }).notNull(),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    cpuSeconds: real('cpu_seconds').notNull().default(0),
    costMicros: integer('cost_micros').notNull().default(0),
    wallSeconds: real('wall_seconds').notNull().default(0),
    reason: text('reason'),
    actorName: text('actor_name').notNull(),
    at: epochMs('at').notNull(),
  },
  (t) => [index('compute_ledger_account').on(t.accountId, t.id)],
);
