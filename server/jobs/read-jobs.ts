import { and, desc, eq, inArray } from 'drizzle-orm';
import type { DbOrTx } from '@/server/db/client';
import { jobs } from '@/server/db/schema';
import type { Job, JobState } from './job';

/** One job, or null. */
export const getJob = (db: DbOrTx, jobId: string): Job | null => db.select().from(jobs).where(eq(jobs.id, jobId)).get() ?? null;

/** Newest first. `active` = queued or running. */
export function listJobs(db: DbOrTx, filter: { lane?: string; kind?: string; states?: readonly JobState[]; active?: boolean; limit?: number } = {}): Job[] {
  const states: readonly JobState[] | undefined = filter.active ? ['queued', 'running'] : filter.states;
  return db
    .select()
    .from(jobs)
    .where(and(filter.lane ? eq(jobs.lane, filter.lane) : undefined, filter.kind ? eq(jobs.kind, filter.kind) : undefined, states ? inArray(jobs.state, [...states]) : undefined))
    .orderBy(desc(jobs.createdAt))
    .limit(filter.limit ?? 100)
    .all();
}
