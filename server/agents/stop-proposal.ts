import { eq } from 'drizzle-orm';
import { appendEvent } from '@/server/audit/events';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { jobs } from '@/server/db/schema';
import { requestCancel } from '@/server/jobs/request-cancel';
import { agentJobKey } from '@/server/review/candidate-round';
import { getProposal } from '@/server/review/load-verified';
import type { ProposalRow } from '@/server/review/types';
import { failAttempt, setProposalState } from './attempt-store';
import { listAttempts } from './open-run';

/** Why this actor cannot stop it, or null. */
export function whyNotStop(proposal: Pick<ProposalRow, 'state'>, actor: Actor): string | null {
  if (!roleAtLeast(actor.role, 'operator')) return `Stopping an agent needs the role operator; ${actor.name} is ${actor.role}.`;
  return proposal.state === 'queued' || proposal.state === 'running' ? null : `The agent is not running (${proposal.state}).`;
}

/** Stops an agent at once: the row says so before the process hears of it. What it spent stays spent. @throws AppError NOT_ALLOWED, ALREADY_DONE, NOT_FOUND */
export function stopProposal(db: DbOrTx, input: { proposalId: string; actor: Actor; now: number }): ProposalRow {
  const { proposalId, actor, now } = input;
  return write(db, (tx) => {
    const proposal = getProposal(tx, proposalId);
    if (!roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', whyNotStop(proposal, actor) ?? '', { need: 'operator' });
    const why = whyNotStop(proposal, actor);
    if (why) throw new AppError('ALREADY_DONE', why, { state: proposal.state });
    const message = `Stopped by ${actor.name}.`;
    for (const attempt of listAttempts(tx, proposalId)) if (attempt.status === 'drafting' || attempt.status === 'verifying') failAttempt(tx, { attemptId: attempt.id, rationale: message, bookId: proposal.bookId, now });
    setProposalState(tx, { proposalId, state: 'stopped', error: message, actor, now });
    const job = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.idempotencyKey, agentJobKey(proposalId))).get();
    if (job) requestCancel(tx, { jobId: job.id, now });
    appendEvent(tx, { kind: 'stop', bookId: proposal.bookId, traceId: proposalId, payload: { decision: 'stop', why: message, human: actor.name }, now });
    return getProposal(tx, proposalId);
  });
}
