import { type EventRow, lastEventId, listEventsAfter } from '@/server/audit/events';
import type { DbOrTx } from '@/server/db/client';

const PAGE = 500;

/**
 * Stored events of a trace, oldest first, read page by page: a walk holds one page, however long the trace is. Every walk ends where
 * the store ended when this was called, so that two walks see the same.
 */
export function eachEvent(db: DbOrTx, traceId: string): Iterable<EventRow> {
  const last = lastEventId(db);
  return {
    *[Symbol.iterator]() {
      for (let afterId = 0; ; ) {
        const page = listEventsAfter(db, { afterId, traceId, limit: PAGE });
        for (const row of page) {
          if (row.id > last) return;
          yield row;
        }
        if (page.length < PAGE) return;
        afterId = page.at(-1)!.id;
      }
    },
  };
}
