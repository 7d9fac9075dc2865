import { AppError } from '@/server/contracts/errors';
import type { Actor } from '@/server/contracts/roles';
import { type Db, type DbOrTx, write } from '@/server/db/client';
import { publishDeployed, recordDeployment } from './deploy-version';
import { type BookRow, getBook, listDeployments } from './get-book';
import { moveBook } from './move-book';

/** The version this book ran before the one it runs now came in for the first time; null when there was none. */
export function previousVersionId(db: DbOrTx, book: Pick<BookRow, 'id' | 'versionId'>): string | null {
  const order = listDeployments(db, book.id).map((d) => d.versionId);
  const first = order.indexOf(book.versionId);
  return order[first - 1] ?? null;
}

/** Deploys the version before this one and lets the book trade on. @throws AppError ILLEGAL_TRANSITION without an earlier version; else as moveBook */
export function rollBack(db: Db, input: { bookId: string; reason: string; actor: Actor; expectedRevision?: number; now: number }): BookRow {
  const { bookId, reason, actor, expectedRevision, now } = input;
  const moved = write(db, (tx) => {
    const book = getBook(tx, bookId);
    const versionId = previousVersionId(tx, book);
    if (!versionId) throw new AppError('ILLEGAL_TRANSITION', `${book.name} runs its first version; there is none before it to roll back to.`);
    const after = moveBook(tx, { bookId, verb: 'roll_back', reason, actor, expectedRevision, set: { versionId }, now });
    recordDeployment(tx, { book: after, versionId, kind: 'roll_back', approvalId: null, actorName: actor.name, now });
    return after;
  });
  publishDeployed(db, bookId);
  return moved;
}
