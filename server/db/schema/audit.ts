import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { epochMs, json } from './columns';

/** Hash-chained, append-only (triggers forbid update and delete). hash = sha256(prevHash + canonical row). */
export const auditLog = sqliteTable(
  'audit_log',
  {
    seq: integer('seq').primaryKey(),
    at: epochMs('at').notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    /** book.halt, autopsy.sign, proposal.approve … */
    action: text('action').notNull(),
    /** The thing acted on, e.g. `bok_…`. */
    entity: text('entity').notNull(),
    detail: json<Record<string, unknown>>('detail').notNull(),
    prevHash: text('prev_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [index('audit_entity').on(t.entity, t.seq), index('audit_action').on(t.action, t.seq)],
);

/** Event store of agents and jobs: traces (one trace per proposal) and the live stream (SSE ids). */
export const events = sqliteTable(
  'events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: epochMs('at').notNull(),
    /** book.step, book.state, alert, attempt, job, message, tool_call … */
    kind: text('kind').notNull(),
    /** bok_… this concerns, for filtering the stream. */
    bookId: text('book_id'),
    /** Trace (proposal id) and span. */
    traceId: text('trace_id'),
    spanId: text('span_id'),
    parentSpanId: text('parent_span_id'),
    payload: json<Record<string, unknown>>('payload').notNull(),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    costMicros: integer('cost_micros'),
    durationMs: real('duration_ms'),
  },
  (t) => [index('events_trace').on(t.traceId, t.id), index('events_book').on(t.bookId, t.id)],
);
