import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { epochMs, json } from './columns';

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;

export const jobs = sqliteTable(
  'jobs',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    payload: json<Record<string, unknown>>('payload').notNull(),
    /** A second enqueue with the same key returns the first job. */
    idempotencyKey: text('idempotency_key').unique(),
    state: text('state', { enum: JOB_STATES }).notNull(),
    /** Jobs with the same lane run one after the other (one book = one lane). */
    lane: text('lane'),
    runAt: epochMs('run_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull().default(2),
    leaseUntil: epochMs('lease_until'),
    leaseOwner: text('lease_owner'),
    cancelRequested: integer('cancel_requested', { mode: 'boolean' }).notNull().default(false),
    /** 0..1, and one sentence, for the progress bar. */
    progress: real('progress').notNull().default(0),
    progressText: text('progress_text'),
    result: json<unknown>('result'),
    error: text('error'),
    createdBy: text('created_by').notNull(),
    createdAt: epochMs('created_at').notNull(),
    startedAt: epochMs('started_at'),
    endedAt: epochMs('ended_at'),
  },
  (t) => [index('jobs_due').on(t.state, t.runAt), index('jobs_lane').on(t.lane, t.state)],
);
