import { eq } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import { type DbOrTx, write } from '@/server/db/client';
import { jobs } from '@/server/db/schema';
import type { Job } from './job';

/**
 * Asks a job to stop: a queued one is cancelled at once, a running one as soon as its worker looks (250 ms). Asking again is harmless.
 * The caller records who asked (audit) in the same transaction. @throws AppError NOT_FOUND
 */
export function requestCancel(db: DbOrTx, { jobId, now }: { jobId: string; now: number }): Job {
  return write(db, (tx) => {
    const job = tx.select().from(jobs).where(eq(jobs.id, jobId)).get();
    if (!job) throw new AppError('NOT_FOUND', `There is no job ${jobId}.`);
    if (job.state === 'queued') return tx.update(jobs).set({ state: 'cancelled', cancelRequested: true, endedAt: now }).where(eq(jobs.id, jobId)).returning().get();
    if (job.state === 'running') return tx.update(jobs).set({ cancelRequested: true }).where(eq(jobs.id, jobId)).returning().get();
    return job;
  });
}
