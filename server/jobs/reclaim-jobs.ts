import { eq } from 'drizzle-orm';
import { type Db, write } from '@/server/db/client';
import { jobs } from '@/server/db/schema';
import type { Job } from './job';
import { isOwnerDead } from './worker-identity';

/** A job that takes its worker down this often without any progress in between is given up. */
const MAX_LOST = 20;

/**
 * Puts jobs whose worker died back into the queue: at once when the owner is known to be dead, else when the lease ran out.
 * `self` is the worker that asks. Losing a worker is not the job's fault, so it does not use up its tries; only a job that never gets anywhere is failed.
 */
export function reclaimJobs(db: Db, now: number, self?: string): Job[] {
  // A worker never takes its own jobs for lost: when long computing kept it from renewing a lease, it still runs them.
  const isLost = (job: Job): boolean => job.leaseOwner !== self && ((job.leaseUntil ?? 0) <= now || isOwnerDead(job.leaseOwner ?? ''));
  if (!db.select().from(jobs).where(eq(jobs.state, 'running')).all().some(isLost)) return [];
  return write(db, (tx) =>
    tx.select().from(jobs).where(eq(jobs.state, 'running')).all().filter(isLost).map((job) => {
      const released = { leaseOwner: null, leaseUntil: null };
      if (job.cancelRequested) return tx.update(jobs).set({ ...released, state: 'cancelled', endedAt: now }).where(eq(jobs.id, job.id)).returning().get();
      if (job.attempts >= MAX_LOST) {
        const error = `The worker died ${job.attempts} times while it ran this job.`;
        return tx.update(jobs).set({ ...released, state: 'failed', error, endedAt: now }).where(eq(jobs.id, job.id)).returning().get();
      }
      return tx.update(jobs).set({ ...released, state: 'queued', runAt: now }).where(eq(jobs.id, job.id)).returning().get();
    }),
  );
}
