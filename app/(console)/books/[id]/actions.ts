'use server';
import { z } from 'zod';
import { defineAction } from '@/app/_server/run-action';
import { paths } from '@/components/paths';
import { setPace, startRun, stopRun } from '@/server/books/control-run';
import { moveBook } from '@/server/books/move-book';
import { rollBack } from '@/server/books/roll-back';
import { dateSchema, idSchema } from '@/server/contracts/ids';
import { write } from '@/server/db/client';
import { beginNewEpisode } from '@/server/monitor/begin-episode';

const bookId = idSchema('book');
const reason = z.string().trim().max(1000);
const expectedRevision = z.int().min(0);
const revalidate = (input: { bookId: string }) => [paths.book(input.bookId), paths.overview()];

/** Stopping is safe on any page, however old: no revision is compared. */
export const haltBook = defineAction({ what: 'Halt', role: 'operator', schema: z.object({ bookId, reason }), revalidate }, ({ db, actor, now }, input) => {
  write(db, (tx) => moveBook(tx, { ...input, verb: 'halt', actor, now }));
  return null;
});

/** Resume and terminate decide on what the page showed. The room checks role, state and reason again. */
export const moveBookState = defineAction({ what: 'Move book', role: 'approver', schema: z.object({ bookId, verb: z.enum(['resume', 'terminate']), reason, expectedRevision }), revalidate }, ({ db, actor, now }, input) => {
  write(db, (tx) => moveBook(tx, { ...input, actor, now }));
  return null;
});

export const rollBackBook = defineAction({ what: 'Roll back', role: 'approver', schema: z.object({ bookId, reason, expectedRevision }), revalidate }, ({ db, actor, now }, input) => {
  rollBack(db, { ...input, actor, now });
  return null;
});

export const beginEpisode = defineAction(
  { what: 'New episode', role: 'approver', schema: z.object({ bookId, reason, expectedRevision, friction: z.boolean() }), revalidate },
  ({ db, actor, now }, input) => {
    beginNewEpisode(db, { ...input, actor, now });
    return null;
  },
);

export const stepBook = defineAction({ what: 'Step', role: 'operator', schema: z.object({ bookId }), revalidate }, ({ db, actor, now }, input) => ({ jobId: startRun(db, { ...input, days: 1, actor, now }).id }));

export const runBook = defineAction({ what: 'Run', role: 'operator', schema: z.object({ bookId, toDate: dateSchema.nullable() }), revalidate }, ({ db, actor, now }, input) => ({ jobId: startRun(db, { ...input, actor, now }).id }));

export const goLive = defineAction({ what: 'Go live', role: 'operator', schema: z.object({ bookId, paceSeconds: z.number() }), revalidate }, ({ db, actor, now }, input) => {
  setPace(db, { ...input, actor, now });
  return null;
});

export const stopBookRun = defineAction({ what: 'Stop', role: 'operator', schema: z.object({ bookId }), revalidate }, ({ db, actor, now }, input) => {
  stopRun(db, { ...input, actor, now });
  return null;
});
