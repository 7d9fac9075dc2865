import { desc, eq } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { auditLog, books } from '@/server/db/schema';
import { moveBook } from './move-book';

/** Entity of the kill switch in the audit log. */
const ENTITY = 'console';
const ACTION = 'books.halt_all';

/**
 * The kill switch: every running book is halted, in one transaction, all or none. Returns the names of those it halted; none
 * running is no error, since the wish is fulfilled.
 * @throws AppError NOT_ALLOWED, BAD_INPUT (reason missing)
 */
export function haltAllBooks(db: DbOrTx, input: { reason: string; actor: Actor; now: number }): string[] {
  const { actor, now } = input;
  const reason = input.reason.trim();
  if (!roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', `Halting all books needs the role operator; ${actor.name} is ${actor.role}.`, { need: 'operator' });
  if (reason.length < 3) throw new AppError('BAD_INPUT', 'reason: halting all books needs a reason of three characters or more.');
  return write(db, (tx) => {
    const running = tx.select({ id: books.id, name: books.name }).from(books).where(eq(books.state, 'running')).orderBy(books.name).all();
    for (const { id } of running) moveBook(tx, { bookId: id, verb: 'halt', reason, actor, now });
    appendAudit(tx, { actor, action: ACTION, entity: ENTITY, detail: { reason, books: running.map((b) => b.id) }, now });
    return running.map((b) => b.name);
  });
}

export interface KillSwitch {
  readonly running: number;
  /** The last use, or null. */
  readonly last: { readonly by: string; readonly at: number; readonly reason: string } | null;
}

/** What the switch would stop now, and who used it last. */
export function readKillSwitch(db: DbOrTx): KillSwitch {
  const running = db.select({ id: books.id }).from(books).where(eq(books.state, 'running')).all().length;
  const row = db.select().from(auditLog).where(eq(auditLog.action, ACTION)).orderBy(desc(auditLog.seq)).limit(1).get();
  return { running, last: row ? { by: row.actorName, at: row.at, reason: String(row.detail.reason) } : null };
}
