import { z } from 'zod';
import { appendAudit } from '@/server/audit/append-audit';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { dateSchema } from '@/server/contracts/ids';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { enqueueJob } from '@/server/jobs/enqueue-job';
import type { Job } from '@/server/jobs/job';
import { listJobs } from '@/server/jobs/read-jobs';
import type { Sim2RealReport } from '@/server/simulation/sim2real/types';
import { getBook, getEpisode, lastStepDate } from './get-book';
import { getVersion } from './versions';

export const SIM2REAL_KIND = 'book.sim2real';
/** Its own lane: one report of a book at a time, and a book goes on trading beside it. */
const laneOf = (bookId: string): string => `sim2real:${bookId}`;
const MOST_RUNS = 6;

export const sim2RealPayloadSchema = z.object({
  bookId: z.string(), versionId: z.string(), episodeId: z.string(), from: dateSchema, to: dateSchema,
  /** Multiples of the costs beside 0 and 1, and capitals in fen beside the episode's own. */
  levels: z.array(z.number().min(0).max(100)).max(MOST_RUNS),
  capitalsFen: z.array(z.int().positive().max(1e14)).max(MOST_RUNS),
});
export type Sim2RealPayload = z.output<typeof sim2RealPayloadSchema>;

/** What the job leaves behind. */
export interface Sim2RealResult {
  readonly version: { readonly id: string; readonly label: string };
  readonly market: { readonly name: string; readonly panelHash: string };
  readonly report: Sim2RealReport;
}

const inputSchema = z.object({ from: dateSchema.nullable(), to: dateSchema.nullable(), levels: sim2RealPayloadSchema.shape.levels, capitalsFen: sim2RealPayloadSchema.shape.capitalsFen });

/** The report's days by default: the episode's own. Null before its first day. */
export function sim2RealDays(db: DbOrTx, bookId: string): { from: string; to: string } | null {
  const book = getBook(db, bookId);
  const to = lastStepDate(db, book.episodeId);
  return to === null ? null : { from: getEpisode(db, book.episodeId).startDate, to };
}

/** The report that is being made, and the newest that ended, whatever its end. */
export function readSim2Real(db: DbOrTx, bookId: string): { active: Job | null; ended: Job | null; done: Job | null } {
  const jobs = listJobs(db, { kind: SIM2REAL_KIND, lane: laneOf(bookId), limit: 20 });
  return { active: jobs.find((job) => job.endedAt === null) ?? null, ended: jobs.find((job) => job.endedAt !== null) ?? null, done: jobs.find((job) => job.state === 'done') ?? null };
}

/**
 * Queues the Sim2Real report of the version that the book runs now. No day after the book's last one is used: what lies ahead of a
 * book is not shown to those who run it. @throws AppError NOT_ALLOWED, BAD_INPUT, ALREADY_DONE
 */
export function startSim2Real(db: DbOrTx, input: { bookId: string; from: string | null; to: string | null; levels: number[]; capitalsFen: number[]; actor: Actor; now: number }): Job {
  const { bookId, actor, now } = input;
  if (!roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', `A Sim2Real report needs the role operator; ${actor.name} is ${actor.role}.`, { need: 'operator' });
  const { levels, capitalsFen, ...asked } = parseOrThrow(inputSchema, { from: input.from, to: input.to, levels: input.levels, capitalsFen: input.capitalsFen }, 'Sim2Real report');
  return write(db, (tx) => {
    const book = getBook(tx, bookId);
    const days = sim2RealDays(tx, bookId);
    if (days === null) throw new AppError('BAD_INPUT', `${book.name} has not traded a day yet; a report needs days.`);
    const [from, to] = [asked.from ?? days.from, asked.to ?? days.to];
    if (to > days.to) throw new AppError('BAD_INPUT', `to: ${to} lies after ${days.to}, the last day of ${book.name}; choose that or an earlier one.`);
    if (from >= to) throw new AppError('BAD_INPUT', `from ${from} to ${to} holds no trading day; the first day comes first.`);
    if (readSim2Real(tx, bookId).active) throw new AppError('ALREADY_DONE', `A report of ${book.name} is being made; wait for it or cancel it.`);
    const payload: Sim2RealPayload = { bookId, versionId: book.versionId, episodeId: book.episodeId, from, to, levels, capitalsFen };
    const job = enqueueJob(tx, { kind: SIM2REAL_KIND, payload, lane: laneOf(bookId), createdBy: actor.name, now });
    appendAudit(tx, { actor, action: 'book.sim2real', entity: bookId, detail: { jobId: job.id, from, to, levels, capitalsFen, version: getVersion(tx, book.versionId).label }, now });
    return job;
  });
}
