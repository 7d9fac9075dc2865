import { and, desc, eq, gte, like, lt, lte, or } from 'drizzle-orm';
import type { DbOrTx } from '@/server/db/client';
import { auditLog } from '@/server/db/schema';

export interface AuditFilter {
  entity?: string;
  /** Exact action (`book.halt`) or a room (`book`). */
  action?: string;
  /** Id or name. */
  actor?: string;
  /** Epoch ms, inclusive. */
  from?: number;
  to?: number;
  /** Cursor: rows with a smaller seq. */
  before?: number;
  limit?: number;
}

export type AuditRow = typeof auditLog.$inferSelect;

/** Rows newest first; pass the last row's seq as `before` for the next page. At most 1,000 a call. */
export function listAudit(db: DbOrTx, filter: AuditFilter = {}): AuditRow[] {
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        filter.entity ? eq(auditLog.entity, filter.entity) : undefined,
        filter.action ? or(eq(auditLog.action, filter.action), like(auditLog.action, `${filter.action.replace(/[%_]/g, '')}.%`)) : undefined,
        filter.actor ? or(eq(auditLog.actorId, filter.actor), eq(auditLog.actorName, filter.actor)) : undefined,
        filter.from === undefined ? undefined : gte(auditLog.at, filter.from),
        filter.to === undefined ? undefined : lte(auditLog.at, filter.to),
        filter.before === undefined ? undefined : lt(auditLog.seq, filter.before),
      ),
    )
    .orderBy(desc(auditLog.seq))
    .limit(Math.min(filter.limit ?? 100, 1000))
    .all();
}
