import { eq } from 'drizzle-orm';
import { type DbOrTx, write } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { jobs } from '@/server/db/schema';
import type { Job } from './job';

export interface NewJob {
  kind: string;
  payload: Record<string, unknown>;
  /** Jobs of one lane run one after the other. */
  lane?: string;
  /** A second enqueue with the same key gives the first job back, whatever its state. */
  idempotencyKey?: string;
  /** Not before this time (epoch ms). */
  runAt?: number;
  maxAttempts?: number;
  createdBy: string;
  now: number;
}

/** Puts a job into the durable queue, in the transaction of the change that wants it. */
export function enqueueJob(tx: DbOrTx, input: NewJob): Job {
  return write(tx, (inner) => {
    if (input.idempotencyKey !== undefined) {
      const same = inner.select().from(jobs).where(eq(jobs.idempotencyKey, input.idempotencyKey)).get();
      if (same) return same;
    }
    return inner
      .insert(jobs)
      .values({
        id: newId('job'),
        kind: input.kind,
        payload: input.payload,
        idempotencyKey: input.idempotencyKey ?? null,
        state: 'queued',
        lane: input.lane ?? null,
        runAt: input.runAt ?? input.now,
        ...(input.maxAttempts === undefined ? {} : { maxAttempts: input.maxAttempts }),
        createdBy: input.createdBy,
        createdAt: input.now,
      })
      .returning()
      .get();
  });
}
