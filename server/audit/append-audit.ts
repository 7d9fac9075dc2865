import { desc } from 'drizzle-orm';
import type { Actor } from '@/server/contracts/roles';
import type { DbOrTx } from '@/server/db/client';
import { auditLog, settings } from '@/server/db/schema';
import { canonicalJson } from './canonical-json';
import { GENESIS_HASH, HEAD_KEY, hashAuditRow } from './chain';

export interface AuditEntry {
  actor: Actor;
  /** `room.verb`, e.g. book.halt, autopsy.sign. */
  action: string;
  /** Id of the thing acted on. */
  entity: string;
  detail?: Record<string, unknown>;
  now: number;
}

/**
 * Appends one row to the hash-chained log. Call it inside the (immediate) transaction of the change it records:
 * the write lock is what keeps two writers from chaining to the same row.
 */
export function appendAudit(tx: DbOrTx, entry: AuditEntry): { seq: number; hash: string } {
  const last = tx.select({ seq: auditLog.seq, hash: auditLog.hash }).from(auditLog).orderBy(desc(auditLog.seq)).limit(1).get();
  const prevHash = last?.hash ?? GENESIS_HASH;
  const content = {
    seq: (last?.seq ?? 0) + 1,
    at: entry.now,
    actorKind: entry.actor.kind,
    actorId: entry.actor.id,
    actorName: entry.actor.name,
    action: entry.action,
    entity: entry.entity,
    // What is hashed is what the JSON column gives back later.
    detail: JSON.parse(canonicalJson(entry.detail ?? {})) as Record<string, unknown>,
  };
  const hash = hashAuditRow(prevHash, content);
  tx.insert(auditLog).values({ ...content, prevHash, hash }).run();
  const head = { value: { seq: content.seq, hash }, updatedAt: entry.now, updatedBy: 'audit' };
  tx.insert(settings).values({ key: HEAD_KEY, ...head }).onConflictDoUpdate({ target: settings.key, set: head }).run();
  return { seq: content.seq, hash };
}
