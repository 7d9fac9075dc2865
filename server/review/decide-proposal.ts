import { eq } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import type { Tx } from '@/server/db/client';
import { proposals } from '@/server/db/schema';
import { supersedeSiblings } from './candidate-round';
import { getProposal } from './load-verified';
import type { ProposalRow } from './types';

interface Decision {
  proposalId: string;
  reason: string;
  actor: Actor;
  now: number;
}

function decide(tx: Tx, input: Decision, state: 'rejected' | 'superseded', action: string): ProposalRow {
  const { proposalId, actor, now } = input;
  const reason = input.reason.trim();
  if (!roleAtLeast(actor.role, 'approver')) throw new AppError('NOT_ALLOWED', `Deciding a review needs the role approver; ${actor.name} is ${actor.role}.`, { need: 'approver' });
  if (reason.length < 3) throw new AppError('BAD_INPUT', 'reason: say why in three characters or more; the reason goes to the agent.');
  const proposal = getProposal(tx, proposalId);
  if (proposal.state !== 'verified') throw new AppError('ILLEGAL_TRANSITION', `Proposal ${proposalId} is ${proposal.state}; only a verified proposal that is not on hold can be decided.`, { state: proposal.state });
  const row = tx.update(proposals).set({ state, feedback: reason, revision: proposal.revision + 1, updatedAt: now }).where(eq(proposals.id, proposalId)).returning().get();
  appendAudit(tx, { actor, action, entity: proposalId, detail: { reason, bookId: proposal.bookId, attemptId: proposal.attemptId }, now });
  appendEvent(tx, { kind: 'proposal.state', bookId: proposal.bookId, traceId: proposalId, payload: { state, reason }, now });
  return row;
}

/** The reviewer does not want this; ends the proposal with the reason. @throws AppError NOT_ALLOWED, BAD_INPUT, ILLEGAL_TRANSITION */
export function markRejected(tx: Tx, input: Decision): ProposalRow {
  return decide(tx, input, 'rejected', 'proposal.reject');
}

/** The reviewer wants changes; the next proposal (parentId = this one) hands the reason to the agent. The other candidates are set aside. */
export function markChangesRequested(tx: Tx, input: Decision): ProposalRow {
  const proposal = decide(tx, input, 'superseded', 'proposal.request_changes');
  supersedeSiblings(tx, { proposal, actor: input.actor, now: input.now });
  return proposal;
}
