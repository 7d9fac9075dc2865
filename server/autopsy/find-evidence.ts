import { and, eq } from 'drizzle-orm';
import type { EvidenceRef } from '@/server/contracts/autopsy';
import type { DbOrTx } from '@/server/db/client';
import { alerts, books, deployments, events, fills, orders, quotes, steps } from '@/server/db/schema';

/** References that name no stored row of this book. */
export function findMissingEvidence(db: DbOrTx, bookId: string, refs: readonly EvidenceRef[]): EvidenceRef[] {
  return refs.filter((ref) => !exists(db, bookId, ref));
}

function exists(db: DbOrTx, bookId: string, { kind, id }: EvidenceRef): boolean {
  switch (kind) {
    case 'fill':
      return db.select({ id: fills.id }).from(fills).where(and(eq(fills.id, id), eq(fills.bookId, bookId))).get() !== undefined;
    case 'order':
      return db.select({ id: orders.id }).from(orders).where(and(eq(orders.id, id), eq(orders.bookId, bookId))).get() !== undefined;
    case 'alert':
      return db.select({ id: alerts.id }).from(alerts).where(and(eq(alerts.id, id), eq(alerts.bookId, bookId))).get() !== undefined;
    case 'deployment':
      return db.select({ id: deployments.id }).from(deployments).where(and(eq(deployments.id, id), eq(deployments.bookId, bookId))).get() !== undefined;
    case 'trace':
      return db.select({ id: events.id }).from(events).where(and(eq(events.traceId, id), eq(events.bookId, bookId))).limit(1).get() !== undefined;
    case 'day': {
      const [book, episodeId, date] = id.split('/');
      if (book !== bookId || !episodeId || !date) return false;
      return db.select({ date: steps.date }).from(steps).where(and(eq(steps.episodeId, episodeId), eq(steps.bookId, bookId), eq(steps.date, date))).get() !== undefined;
    }
    case 'orderbook':
      return db.select({ id: quotes.id }).from(quotes).innerJoin(books, eq(books.marketName, quotes.marketName)).where(and(eq(quotes.id, id), eq(books.id, bookId))).get() !== undefined;
  }
}
