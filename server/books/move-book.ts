import { eq } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import { BOOK_TRANSITIONS, type BookVerb, nextBookState } from '@/server/contracts/book-state';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import type { Tx } from '@/server/db/client';
import { bookTransitions, books, episodes } from '@/server/db/schema';
import { ensureLive } from './control-run';
import { type BookRow, getBook, lastStepDate } from './get-book';

export interface BookMove {
  bookId: string;
  verb: BookVerb;
  reason?: string;
  actor: Actor;
  /** Compare-and-set: refuse when the book changed since the caller read it. */
  expectedRevision?: number;
  /** Columns that change with the state (deployed version, episode). */
  set?: Partial<Pick<BookRow, 'versionId' | 'episodeId' | 'paceSeconds'>>;
  now: number;
}

/** Why this actor may not do this to a book in this state, or null. The screen shows it beside a disabled verb. */
export function whyNotMove(book: Pick<BookRow, 'name' | 'state'>, verb: BookVerb, actor: Actor): string | null {
  const rule = BOOK_TRANSITIONS[verb];
  if (nextBookState(book.state, verb) === null) return `${book.name} is ${book.state.replaceAll('_', ' ')}; ${verb.replaceAll('_', ' ')} is possible when it is ${rule.from.join(' or ').replaceAll('_', ' ')}.`;
  // The engine only carries out what a rule or a stored approval decided.
  if (actor.kind !== 'engine' && !roleAtLeast(actor.role, rule.role)) return `This needs the role ${rule.role}; ${actor.name} is ${actor.role}.`;
  return null;
}

/**
 * The one place where a book changes state: checks the table, the role and the reason; writes book, transition, audit row and event in the caller's transaction.
 * @throws AppError NOT_FOUND, STALE, ILLEGAL_TRANSITION, NOT_ALLOWED, BAD_INPUT (reason missing)
 */
export function moveBook(tx: Tx, move: BookMove): BookRow {
  const { bookId, verb, actor, now } = move;
  const book = getBook(tx, bookId);
  const rule = BOOK_TRANSITIONS[verb];
  if (move.expectedRevision !== undefined && move.expectedRevision !== book.revision) {
    throw new AppError('STALE', `${book.name} changed since you looked (it is ${book.state.replaceAll('_', ' ')} now); look again and decide anew.`, { revision: book.revision });
  }
  const to = nextBookState(book.state, verb);
  const why = whyNotMove(book, verb, actor);
  if (to === null || why) throw new AppError(to === null ? 'ILLEGAL_TRANSITION' : 'NOT_ALLOWED', why ?? '', { state: book.state, verb });
  const reason = move.reason?.trim() || null;
  if (rule.reason && (reason?.length ?? 0) < 3) throw new AppError('BAD_INPUT', `reason: ${verb.replaceAll('_', ' ')} needs a reason of three characters or more.`);
  const moved = tx.update(books).set({ ...move.set, state: to, revision: book.revision + 1 }).where(eq(books.id, bookId)).returning().get();
  if (to === 'terminated') tx.update(episodes).set({ endedAt: now, endReason: reason }).where(eq(episodes.id, book.episodeId)).run();
  const detail = { verb, from: book.state, to, reason, date: lastStepDate(tx, book.episodeId) };
  tx.insert(bookTransitions).values({ bookId, verb, fromState: book.state, toState: to, reason, actorKind: actor.kind, actorName: actor.name, date: detail.date, at: now }).run();
  appendAudit(tx, { actor, action: `book.${verb}`, entity: bookId, detail, now });
  appendEvent(tx, { kind: 'book.state', bookId, payload: { ...detail, actor: actor.name, revision: moved.revision }, now });
  ensureLive(tx, moved, { actor, now });
  return moved;
}
