import { and, desc, eq } from 'drizzle-orm';
import { type EventRow, listEventsAfter } from '@/server/audit/events';
import type { DbOrTx } from '@/server/db/client';
import { events } from '@/server/db/schema';
import { type CallSums, field, getImportedRun, type ImportedRun, SUMS } from './imported-run';

export interface ImportedPage {
  readonly run: ImportedRun;
  readonly byModel: readonly (CallSums & { readonly model: string | null })[];
  /** One page of calls, in the order in which they were stored. */
  readonly events: readonly EventRow[];
  /** Cursor of the next page; null on the last. */
  readonly next: number | null;
}

export const CALLS_A_PAGE = 200;

/** An imported run with the calls after a cursor (0 = the first page). @throws AppError NOT_FOUND */
export function readImportedPage(db: DbOrTx, traceId: string, after: number): ImportedPage {
  const run = getImportedRun(db, traceId);
  const model = field('model');
  const rows = listEventsAfter(db, { afterId: after, traceId, limit: CALLS_A_PAGE + 1 });
  const page = rows.slice(0, CALLS_A_PAGE);
  return {
    run,
    byModel: db.select({ ...SUMS, model }).from(events).where(and(eq(events.traceId, traceId), eq(events.kind, 'message'))).groupBy(model).orderBy(desc(SUMS.costMicros), desc(SUMS.calls)).all(),
    events: page,
    next: rows.length > page.length ? page.at(-1)!.id : null,
  };
}
