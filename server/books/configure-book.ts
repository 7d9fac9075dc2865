import { eq } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { books } from '@/server/db/schema';
import { type BookConfigPatch, bookConfigSchema, readBookConfig } from './book-config';
import { type BookRow, getBook } from './get-book';

/**
 * Changes costs, eq. 1 and eq. 2 of a book from the next day on. Not while it runs: a day is decided and valued under one configuration.
 * @throws AppError NOT_ALLOWED, ILLEGAL_TRANSITION, STALE, BAD_INPUT
 */
export function configureBook(db: DbOrTx, input: { bookId: string; patch: BookConfigPatch; actor: Actor; expectedRevision?: number; /** Why, and on what grounds: for the audit row. */ reason?: string; grounds?: Record<string, unknown>; now: number }): BookRow {
  const { bookId, patch, actor, now } = input;
  if (!roleAtLeast(actor.role, 'approver')) throw new AppError('NOT_ALLOWED', `Changing costs and limits needs the role approver; ${actor.name} is ${actor.role}.`, { need: 'approver' });
  return write(db, (tx) => {
    const book = getBook(tx, bookId);
    if (input.expectedRevision !== undefined && input.expectedRevision !== book.revision) throw new AppError('STALE', `${book.name} changed since you looked; look again.`);
    if (book.state === 'running') throw new AppError('ILLEGAL_TRANSITION', `${book.name} is running; halt it before changing its costs or limits.`);
    const before = readBookConfig(book);
    const config = parseOrThrow(bookConfigSchema, { ...before, ...patch }, 'book configuration');
    appendAudit(tx, { actor, action: 'book.configure', entity: bookId, detail: { ...(input.reason === undefined ? {} : { reason: input.reason }), before, after: config, ...(input.grounds ? { grounds: input.grounds } : {}) }, now });
    return tx.update(books).set({ config, revision: book.revision + 1 }).where(eq(books.id, bookId)).returning().get();
  });
}
