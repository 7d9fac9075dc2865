import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { type Db, type DbOrTx, write } from '@/server/db/client';
import { jobs } from '@/server/db/schema';
import type { Job } from './job';

interface ClaimInput {
  owner: string;
  kinds: readonly string[];
  now: number;
  leaseMs: number;
}

function nextDue(db: DbOrTx, { kinds, now }: ClaimInput): Job | undefined {
  const laneIsFree = sql`NOT EXISTS (SELECT 1 FROM jobs AS busy WHERE busy.lane = ${jobs.lane} AND busy.state = 'running')`;
  return db
    .select()
    .from(jobs)
    .where(and(eq(jobs.state, 'queued'), lte(jobs.runAt, now), inArray(jobs.kind, [...kinds]), or(isNull(jobs.lane), laneIsFree)))
    .orderBy(asc(jobs.runAt), asc(jobs.createdAt), sql`jobs.rowid`)
    .limit(1)
    .get();
}

/** Takes the next due job whose lane is free, under a lease. One job never has two owners: the choice is made under the write lock. */
export function claimJob(db: Db, input: ClaimInput): Job | null {
  // Looking first keeps an idle worker from taking the write lock several times a second.
  if (!nextDue(db, input)) return null;
  return write(db, (tx) => {
    const due = nextDue(tx, input);
    if (!due) return null;
    return tx
      .update(jobs)
      .set({ state: 'running', leaseOwner: input.owner, leaseUntil: input.now + input.leaseMs, attempts: due.attempts + 1, startedAt: due.startedAt ?? input.now })
      .where(eq(jobs.id, due.id))
      .returning()
      .get();
  });
}
