import { and, eq, like } from 'drizzle-orm';
import { type Db, write } from '@/server/db/client';
import { computeLedger } from '@/server/db/schema';
import { isOwnerDead } from '@/server/jobs/worker-identity';
import { callOf } from './account';
import { markedProcesses } from './exec-tree';
import { charge } from './spend';

const PREFIX = 'exec:';

/** Booking ids of a run are `exec:OWNER:RUN:n`: the owner tells later whether the meter still lives. */
export const callPrefixOf = (owner: string, runId: string): string => `${PREFIX}${owner}:${runId}`;

/**
 * Books what dead meters had reserved and ends what they left running. The reserve is the upper bound of what was used, so it
 * is what is charged. Returns the run ids that were settled.
 */
export function settleDeadRuns(db: Db, input: { accountId: string; now: number }): string[] {
  const { accountId, now } = input;
  const rows = db.select().from(computeLedger).where(and(eq(computeLedger.accountId, accountId), like(computeLedger.sourceId, `%:${PREFIX}%`))).all();
  const booked = new Set(rows.filter((r) => r.kind === 'charge').map((r) => callOf(r.sourceId)));
  const settled = new Set<string>();
  for (const row of rows) {
    const callId = callOf(row.sourceId);
    const [, owner = '', runId = ''] = callId.split(':');
    if (row.kind !== 'reserve' || booked.has(callId) || !isOwnerDead(owner)) continue;
    for (const pid of markedProcesses(runId)) kill(pid);
    const { inputTokens, outputTokens, cpuSeconds, costMicros, wallSeconds } = row;
    write(db, (tx) => charge(tx, { accountId, callId, usage: { inputTokens, outputTokens, cpuSeconds, costMicros, wallSeconds }, actorName: 'settled: the meter was killed', now }));
    settled.add(runId);
  }
  return [...settled];
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself meanwhile.
  }
}
