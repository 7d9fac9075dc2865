import { appendEvent } from '@/server/audit/events';
import { ENGINE_ACTOR } from '@/server/contracts/roles';
import type { Db, Tx } from '@/server/db/client';
import { write } from '@/server/db/client';
import { fills, orders, steps } from '@/server/db/schema';
import { type BookRow, getBook } from './get-book';
import { moveBook } from './move-book';
import type { StepHooks, StoredDay } from './step-hooks';

/** True while the book still is what the decision was made for: nobody halted it, deployed or began anew meanwhile. */
export function stillRuns(tx: Db | Tx, book: Pick<BookRow, 'id' | 'episodeId' | 'versionId'>): boolean {
  const now = getBook(tx, book.id);
  return now.state === 'running' && now.episodeId === book.episodeId && now.versionId === book.versionId;
}

/**
 * Stores one day: step, orders, fills, event, alerts and the halt or the end they cause, all or nothing.
 * The primary key (episode, day) makes a second worker's copy of the day impossible. False when the book moved on meanwhile.
 */
export function storeDay(db: Db, day: StoredDay, hooks: StepHooks): boolean {
  const { book, step, config, now } = day;
  return write(db, (tx) => {
    if (!stillRuns(tx, book)) return false;
    tx.insert(steps).values(step).run();
    if (day.orders.length > 0) tx.insert(orders).values([...day.orders]).run();
    if (day.fills.length > 0) tx.insert(fills).values([...day.fills]).run();
    const { dayIndex, date, equityFen, pnlFen, dayReturn, principalLoss, drawdown, turnover, terminal } = step;
    appendEvent(tx, { kind: 'book.step', bookId: book.id, payload: { episodeId: step.episodeId, dayIndex, date, equityFen, pnlFen, dayReturn, principalLoss, drawdown, turnover, terminal }, now });
    const verdict = hooks.afterStep?.(tx, day) ?? null;
    if (terminal) {
      const what = config.terminal.reading === 'principal' ? `principal loss ${(principalLoss * 100).toFixed(2)} %` : `drawdown ${(drawdown * 100).toFixed(2)} %`;
      moveBook(tx, { bookId: book.id, verb: 'terminate', reason: `${what} on ${date} reached τ = ${(config.terminal.tauBp / 100).toFixed(2)} % (eq. 2): absorbing`, actor: ENGINE_ACTOR, now });
    } else if (verdict) {
      moveBook(tx, { bookId: book.id, verb: 'halt', reason: verdict.halt, actor: ENGINE_ACTOR, now });
    }
    return true;
  });
}
