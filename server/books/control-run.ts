import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { dateSchema } from '@/server/contracts/ids';
import { type Actor, ENGINE_ACTOR, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, type Tx, write } from '@/server/db/client';
import { books } from '@/server/db/schema';
import { enqueueJob } from '@/server/jobs/enqueue-job';
import type { Job } from '@/server/jobs/job';
import { listJobs } from '@/server/jobs/read-jobs';
import { requestCancel } from '@/server/jobs/request-cancel';
import { type BookRow, getBook, getLastStep } from './get-book';
import type { RunPayload, RunResult } from './run-book';

const RUN_KINDS = ['book.run', 'book.live'];
const paceSchema = z.number().min(0.2, 'must be at least 0.2 seconds').max(86_400, 'must be at most a day').nullable();
const goalSchema = z.object({ toDate: dateSchema.nullable().optional(), days: z.int().min(1).max(10_000).optional() });

interface By {
  bookId: string;
  actor: Actor;
  now: number;
}

/** The job that is trading this book now or is about to, or null. */
export const activeRun = (db: DbOrTx, bookId: string): Job | null => listJobs(db, { lane: bookId, active: true }).find((job) => RUN_KINDS.includes(job.kind)) ?? null;

/** Why the newest run of a running book ended without trading what was asked; null when it did not fail or another one was started since. */
export function failedRun(db: DbOrTx, book: Pick<BookRow, 'id' | 'state'>): { jobId: string; error: string; at: number } | null {
  if (book.state !== 'running') return null;
  const newest = listJobs(db, { lane: book.id, limit: 20 }).find((job) => RUN_KINDS.includes(job.kind));
  return newest?.state === 'failed' ? { jobId: newest.id, error: newest.error ?? 'No reason is stored.', at: newest.endedAt ?? newest.createdAt } : null;
}

function requireOperator(actor: Actor, what: string): void {
  if (actor.kind !== 'engine' && !roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', `${what} needs the role operator; ${actor.name} is ${actor.role}.`, { need: 'operator' });
}

/**
 * Starts a run: `days` more days (1 = step), or until `toDate`, or to the end of the market.
 * @throws AppError ILLEGAL_TRANSITION when the book does not run, ALREADY_DONE when a run is under way, NOT_ALLOWED, BAD_INPUT (also for a date the book has reached)
 */
export function startRun(db: DbOrTx, input: By & { toDate?: string | null; days?: number }): Job {
  const { bookId, actor, now } = input;
  requireOperator(actor, 'Running a book');
  const { toDate = null, days } = parseOrThrow(goalSchema, input, 'run');
  return write(db, (tx) => {
    const book = getBook(tx, bookId);
    if (book.state !== 'running') throw new AppError('ILLEGAL_TRANSITION', `${book.name} is ${book.state.replaceAll('_', ' ')}; only a running book trades.`, { state: book.state });
    const active = activeRun(tx, bookId);
    if (active) throw new AppError('ALREADY_DONE', `${book.name} is being run already (${active.kind === 'book.live' ? 'live pace' : 'run'}); stop that first.`, { jobId: active.id });
    const lastStep = getLastStep(tx, book.episodeId);
    if (toDate !== null && lastStep && toDate <= lastStep.date) throw new AppError('BAD_INPUT', `Run to ${toDate}: ${book.name} has traded ${lastStep.date} already. Choose a later date.`, { toDate, lastDate: lastStep.date });
    const last = lastStep?.dayIndex ?? -1;
    const payload: RunPayload = { bookId, episodeId: book.episodeId, fromDayIndex: last, toDate, toDayIndex: days === undefined ? null : last + days };
    const job = enqueueJob(tx, { kind: 'book.run', payload, lane: bookId, createdBy: actor.name, now });
    appendAudit(tx, { actor, action: 'book.run', entity: bookId, detail: { jobId: job.id, toDate, days: days ?? null }, now });
    return job;
  });
}

/** Starts the live pace of a book when it has one, runs, and nothing else trades it. Called wherever a book begins to run. */
export function ensureLive(tx: Tx, book: BookRow, input: { actor: Actor; now: number }): Job | null {
  if (book.paceSeconds === null || book.state !== 'running') return null;
  // A job of an older episode is about to end; the lane makes the new one wait for it.
  if (activeRun(tx, book.id)?.payload.episodeId === book.episodeId) return null;
  return enqueueJob(tx, { kind: 'book.live', payload: { bookId: book.id, episodeId: book.episodeId }, lane: book.id, createdBy: input.actor.name, now: input.now });
}

/** After a live job ended because its book stood still or began anew: goes on when the book runs again by now. */
export function resumeLive(db: DbOrTx, job: Job, now: number): void {
  const end = (job.result as RunResult | null)?.end;
  if (job.kind !== 'book.live' || job.state !== 'done' || (end !== 'not_running' && end !== 'other_episode')) return;
  write(db, (tx) => ensureLive(tx, getBook(tx, String(job.payload.bookId)), { actor: ENGINE_ACTOR, now }));
}

/** Seconds per trading day; null switches the live pace off after the day at hand. @throws AppError BAD_INPUT, NOT_ALLOWED */
export function setPace(db: DbOrTx, input: By & { paceSeconds: number | null }): BookRow {
  const { bookId, actor, now } = input;
  requireOperator(actor, 'Changing the pace');
  const paceSeconds = parseOrThrow(z.object({ paceSeconds: paceSchema }), input, 'pace').paceSeconds;
  return write(db, (tx) => {
    const before = getBook(tx, bookId);
    const book = tx.update(books).set({ paceSeconds, revision: before.revision + 1 }).where(eq(books.id, bookId)).returning().get();
    appendAudit(tx, { actor, action: 'book.pace', entity: bookId, detail: { from: before.paceSeconds, to: paceSeconds }, now });
    appendEvent(tx, { kind: 'book.pace', bookId, payload: { paceSeconds }, now });
    ensureLive(tx, book, { actor, now });
    return book;
  });
}

/** Stops whatever trades the book now, and the live pace with it; the book stays running and keeps its positions. Null when nothing was under way. */
export function stopRun(db: DbOrTx, input: By): Job | null {
  const { bookId, actor, now } = input;
  requireOperator(actor, 'Stopping a run');
  return write(db, (tx) => {
    const active = activeRun(tx, bookId);
    if (getBook(tx, bookId).paceSeconds !== null) setPace(tx, { ...input, paceSeconds: null });
    if (!active) return null;
    appendAudit(tx, { actor, action: 'book.stop_run', entity: bookId, detail: { jobId: active.id }, now });
    return requestCancel(tx, { jobId: active.id, now });
  });
}

/** Stops any job, recorded with who asked. @throws AppError NOT_FOUND, NOT_ALLOWED */
export function cancelJob(db: DbOrTx, input: { jobId: string; actor: Actor; now: number }): Job {
  const { jobId, actor, now } = input;
  requireOperator(actor, 'Stopping a job');
  return write(db, (tx) => {
    const job = requestCancel(tx, { jobId, now });
    appendAudit(tx, { actor, action: 'job.cancel', entity: jobId, detail: { kind: job.kind, lane: job.lane }, now });
    return job;
  });
}
