import { and, desc, eq, inArray } from 'drizzle-orm';
import type { HandlingState } from '@/server/contracts/alert';
import type { DbOrTx } from '@/server/db/client';
import { alerts } from '@/server/db/schema';
import type { AlertRow } from './raise-alert';

/** Alerts newest first. */
export function listAlerts(db: DbOrTx, filter: { bookId?: string; incidentId?: string; handling?: readonly HandlingState[]; limit?: number } = {}): AlertRow[] {
  return db
    .select()
    .from(alerts)
    .where(and(filter.bookId ? eq(alerts.bookId, filter.bookId) : undefined, filter.incidentId ? eq(alerts.incidentId, filter.incidentId) : undefined, filter.handling ? inArray(alerts.handling, [...filter.handling]) : undefined))
    .orderBy(desc(alerts.openedAt), desc(alerts.dayIndex))
    .limit(filter.limit ?? 200)
    .all();
}
