import { desc, eq } from 'drizzle-orm';
import type { DbOrTx } from '@/server/db/client';
import { jobs } from '@/server/db/schema';
import { enqueueJob, type NewJob } from '@/server/jobs/enqueue-job';
import type { Job } from '@/server/jobs/job';

export const threadLane = (incidentId: string): string => `thread:${incidentId}`;
export const criticLane = (autopsyId: string): string => `critic:${autopsyId}`;

/** One job a question: a double click asks once; a question that found no answer is asked anew. */
export function enqueueQuestion(tx: DbOrTx, input: NewJob & { lane: string; idempotencyKey: string }): Job {
  for (let n = 0; ; n++) {
    const job = enqueueJob(tx, n === 0 ? input : { ...input, idempotencyKey: `${input.idempotencyKey}#${n}` });
    if (job.state !== 'failed' && job.state !== 'cancelled') return job;
  }
}

/** A question to a model that has no answer (yet). */
export interface OpenQuestion {
  readonly model: string;
  readonly waiting: boolean;
  /** Why there will be no answer; null while it waits. */
  readonly why: string | null;
}

/** The newest question of a lane, or null when it was answered or there is none. */
export function readOpenQuestion(db: DbOrTx, lane: string): OpenQuestion | null {
  const job = db.select().from(jobs).where(eq(jobs.lane, lane)).orderBy(desc(jobs.createdAt)).limit(1).get();
  if (!job || job.state === 'done') return null;
  const waiting = job.state === 'queued' || job.state === 'running';
  return { model: String(job.payload.model), waiting, why: waiting ? null : (job.error ?? 'It was cancelled.') };
}
