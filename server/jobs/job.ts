import type { Db } from '@/server/db/client';
import type { JOB_STATES, jobs } from '@/server/db/schema';

export type Job = typeof jobs.$inferSelect;
export type JobState = (typeof JOB_STATES)[number];

/** What a handler gets. It must look at `signal` between its durable steps and return or throw soon after it aborts. */
export interface JobContext {
  readonly job: Job;
  readonly payload: Record<string, unknown>;
  readonly signal: AbortSignal;
  readonly db: Db;
  /** 0…1 and one sentence. Cheap: written at most four times a second. */
  progress(fraction: number, text: string): void;
}

/** Does one job and returns its result (JSON). It may run again after a crash: what it stores must be idempotent. */
export type JobHandler = (context: JobContext) => Promise<unknown>;

/** Why a running job's signal was aborted. */
export type StopCause = 'cancelled' | 'shutdown' | 'lease lost';
