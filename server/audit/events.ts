import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { DbOrTx } from '@/server/db/client';
import { events } from '@/server/db/schema';

export interface NewEvent {
  /** book.step, book.state, alert, job, attempt, message, tool_call … */
  kind: string;
  bookId?: string | null;
  traceId?: string | null;
  spanId?: string | null;
  parentSpanId?: string | null;
  payload?: Record<string, unknown>;
  inputTokens?: number;
  outputTokens?: number;
  costMicros?: number;
  durationMs?: number;
  now: number;
}

export type EventRow = typeof events.$inferSelect;

/** Stores one event of the live stream or of a trace; returns its id (the SSE id). */
export function appendEvent(tx: DbOrTx, event: NewEvent): number {
  const { now, payload, ...rest } = event;
  return tx.insert(events).values({ ...rest, payload: payload ?? {}, at: now }).returning({ id: events.id }).get().id;
}

export interface EventCursor {
  afterId: number;
  bookId?: string;
  traceId?: string;
  limit?: number;
}

/** Events after a cursor, oldest first: what an SSE client that says Last-Event-ID has missed. */
export function listEventsAfter(db: DbOrTx, { afterId, bookId, traceId, limit = 500 }: EventCursor): EventRow[] {
  return db
    .select()
    .from(events)
    .where(and(gt(events.id, afterId), bookId ? eq(events.bookId, bookId) : undefined, traceId ? eq(events.traceId, traceId) : undefined))
    .orderBy(asc(events.id))
    .limit(limit)
    .all();
}

/** Id of the newest event; 0 when there is none. */
export function lastEventId(db: DbOrTx): number {
  return db.select({ id: sql<number | null>`max(${events.id})` }).from(events).get()?.id ?? 0;
}
