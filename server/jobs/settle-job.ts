import { and, eq } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import { type Db, write } from '@/server/db/client';
import { jobs } from '@/server/db/schema';
import type { Job } from './job';

interface Held {
  jobId: string;
  owner: string;
  now: number;
}

/** Only the holder of the lease may change a running job; another owner's write finds no row. */
const update = (db: Db, held: Held, values: Partial<Job>): Job | null =>
  write(db, (tx) => tx.update(jobs).set(values).where(and(eq(jobs.id, held.jobId), eq(jobs.leaseOwner, held.owner), eq(jobs.state, 'running'))).returning().get() ?? null);

const RELEASED = { leaseOwner: null, leaseUntil: null };

/**
 * Extends the lease and stores progress. Progress forgets earlier tries: a job that moves is not one that kills its worker.
 * Null when the lease is no longer ours; `cancelRequested` tells that somebody wants it to stop.
 */
export function heartbeat(db: Db, held: Held & { leaseMs: number; progress?: { fraction: number; text: string } }): Job | null {
  const progress = held.progress ? { progress: Math.min(1, Math.max(0, held.progress.fraction)), progressText: held.progress.text, attempts: 1 } : {};
  return update(db, held, { leaseUntil: held.now + held.leaseMs, ...progress });
}

/** The job is done; its result stays with it. */
export const finishJob = (db: Db, held: Held & { result: unknown }): Job | null => update(db, held, { ...RELEASED, state: 'done', progress: 1, result: held.result ?? null, endedAt: held.now });

/** The job stopped because a person asked; what it had done stays done. */
export const endCancelled = (db: Db, held: Held & { result?: unknown }): Job | null => update(db, held, { ...RELEASED, state: 'cancelled', result: held.result ?? null, endedAt: held.now });

/** Back into the queue (the worker shuts down): the next worker goes on from the last stored step. */
export const releaseJob = (db: Db, held: Held): Job | null => update(db, held, { ...RELEASED, state: 'queued', attempts: 0, runAt: held.now });

/** Failed: an AppError says the same the next time, so only other errors are tried again, `maxAttempts` times in all. */
export function failJob(db: Db, held: Held & { error: unknown; attempts: number; maxAttempts: number }): Job | null {
  const { error } = held;
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof AppError) && held.attempts < held.maxAttempts) return update(db, held, { ...RELEASED, state: 'queued', error: message, runAt: held.now + 1000 * held.attempts });
  return update(db, held, { ...RELEASED, state: 'failed', error: message, endedAt: held.now });
}
