import { and, eq, inArray, isNotNull, ne } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import type { ProposalState } from '@/server/contracts/proposal';
import type { Actor } from '@/server/contracts/roles';
import type { DbOrTx, Tx } from '@/server/db/client';
import { attempts, jobs, proposals } from '@/server/db/schema';
import { requestCancel } from '@/server/jobs/request-cancel';
import type { ProposalRow } from './types';

/** Key of the durable job that works on a proposal. */
export const agentJobKey = (proposalId: string): string => `agent.run:${proposalId}`;

/** The other candidates of a proposal's round; a proposal without a round stands alone. */
export function siblingsOf(db: DbOrTx, proposal: Pick<ProposalRow, 'id' | 'roundId'>): ProposalRow[] {
  if (proposal.roundId === null) return [];
  return db.select().from(proposals).where(and(eq(proposals.roundId, proposal.roundId), ne(proposals.id, proposal.id))).all();
}

/** One candidate was picked: the others of its round leave the queue, also those whose agent still works, in the caller's transaction. */
export function supersedeSiblings(tx: Tx, input: { proposal: ProposalRow; actor: Actor; now: number }): void {
  const { proposal, actor, now } = input;
  for (const sibling of siblingsOf(tx, proposal)) {
    if (sibling.state !== 'verified' && sibling.state !== 'queued' && sibling.state !== 'running') continue;
    const why = `${actor.name} picked candidate ${proposal.explore + 1} (${proposal.provider}) instead.`;
    move(tx, sibling, { state: 'superseded', supersededBy: proposal.id, why, actor, now });
    if (sibling.state === 'verified') continue;
    tx.update(attempts).set({ status: 'error', rationale: why, endedAt: now }).where(and(eq(attempts.proposalId, sibling.id), inArray(attempts.status, ['drafting', 'verifying']))).run();
    const job = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.idempotencyKey, agentJobKey(sibling.id))).get();
    if (job) requestCancel(tx, { jobId: job.id, now });
  }
}

/** The pick was taken back: candidates that had passed are in review again; agents that were stopped stay stopped. */
export function restoreSiblings(tx: Tx, input: { proposalId: string; actor: Actor; now: number }): void {
  const rows = tx.select().from(proposals).where(and(eq(proposals.supersededBy, input.proposalId), eq(proposals.state, 'superseded'), isNotNull(proposals.attemptId))).all();
  for (const row of rows) move(tx, row, { state: 'verified', supersededBy: null, why: null, actor: input.actor, now: input.now });
}

function move(tx: Tx, row: ProposalRow, to: { state: ProposalState; supersededBy: string | null; why: string | null; actor: Actor; now: number }): void {
  const { state, supersededBy, why, actor, now } = to;
  tx.update(proposals).set({ state, supersededBy, error: why, revision: row.revision + 1, updatedAt: now }).where(eq(proposals.id, row.id)).run();
  appendAudit(tx, { actor, action: `proposal.${state}`, entity: row.id, detail: { from: row.state, bookId: row.bookId, supersededBy, why }, now });
  appendEvent(tx, { kind: 'proposal.state', bookId: row.bookId, traceId: row.id, payload: { state, supersededBy, error: why }, now });
}
