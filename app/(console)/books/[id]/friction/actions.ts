'use server';
import { z } from 'zod';
import { defineAction } from '@/app/_server/run-action';
import { paths } from '@/components/paths';
import { adoptFriction } from '@/server/books/adopt-friction';
import { cancelJob } from '@/server/books/control-run';
import { readSim2Real, startSim2Real as start } from '@/server/books/start-sim2real';
import { AppError } from '@/server/contracts/errors';
import { idSchema } from '@/server/contracts/ids';

const bookId = idSchema('book');
const revalidate = (input: { bookId: string }) => [paths.friction(input.bookId), paths.book(input.bookId)];
const day = z.string().transform((text) => (text === '' ? null : text));

/** The numbers are fitted again by the room; only who, why and what they looked at travels. */
export const adoptFitted = defineAction({ what: 'Take the fitted costs', role: 'approver', schema: z.object({ bookId, episodeNumber: z.int().positive(), reason: z.string().trim().max(1000), expectedRevision: z.int().min(0) }), revalidate }, ({ db, actor, now }, { episodeNumber, ...input }) => {
  adoptFriction(db, { ...input, source: { episodeNumber }, actor, now });
  return null;
});

export const startSim2Real = defineAction(
  { what: 'Sim2Real report', role: 'operator', schema: z.object({ bookId, from: day, to: day, levels: z.array(z.number()), capitals: z.array(z.number().max(1e12)) }), revalidate },
  ({ db, actor, now }, { capitals, ...input }) => ({ jobId: start(db, { ...input, capitalsFen: capitals.map((money) => Math.round(money * 100)), actor, now }).id }),
);

export const cancelSim2Real = defineAction({ what: 'Cancel the report', role: 'operator', schema: z.object({ bookId }), revalidate }, ({ db, actor, now }, input) => {
  const { active } = readSim2Real(db, input.bookId);
  if (!active) throw new AppError('NOT_FOUND', 'No report is being made any more; load the page again to see the newest one.');
  cancelJob(db, { jobId: active.id, actor, now });
  return null;
});
