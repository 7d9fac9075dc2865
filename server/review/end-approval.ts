import { eq } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import { AppError } from '@/server/contracts/errors';
import type { ProposalState } from '@/server/contracts/proposal';
import { type Actor, ENGINE_ACTOR, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, type Tx, write } from '@/server/db/client';
import { approvals, proposals } from '@/server/db/schema';
import { restoreSiblings } from './candidate-round';
import { getApproval } from './holding-approval';
import { getProposal } from './load-verified';
import type { ApprovalRow } from './types';

type Ending = { status: 'deployed' | 'cancelled' | 'expired'; proposalState: ProposalState; action: string };

/** Leaves the hold exactly once, whoever comes first: deployer, person or expiry. @throws AppError ALREADY_DONE */
function end(tx: Tx, input: { approvalId: string; ending: Ending; actor: Actor; now: number; commit?: string; note?: string }): ApprovalRow {
  const { ending, actor, now } = input;
  const approval = getApproval(tx, input.approvalId);
  if (approval.status !== 'holding') throw new AppError('ALREADY_DONE', `Approval ${approval.id} is already ${approval.status}.`, { status: approval.status });
  const proposal = getProposal(tx, approval.proposalId);
  const ended = tx
    .update(approvals)
    .set({ status: ending.status, endedAt: now, commit: input.commit ?? null, note: input.note ?? null })
    .where(eq(approvals.id, approval.id))
    .returning()
    .get();
  tx.update(proposals).set({ state: ending.proposalState, revision: proposal.revision + 1, updatedAt: now }).where(eq(proposals.id, proposal.id)).run();
  if (ending.proposalState === 'verified') restoreSiblings(tx, { proposalId: proposal.id, actor, now });
  appendAudit(tx, { actor, action: ending.action, entity: proposal.id, detail: { approvalId: approval.id, bindingHash: approval.bindingHash, commit: input.commit ?? null, note: input.note ?? null }, now });
  appendEvent(tx, { kind: 'proposal.state', bookId: approval.bookId, traceId: proposal.id, payload: { state: ending.proposalState, approvalId: approval.id, note: input.note ?? null }, now });
  return ended;
}

/** The approver, or any approver, takes the approval back during the hold. @throws AppError NOT_ALLOWED, ALREADY_DONE */
export function cancelApproval(db: DbOrTx, input: { approvalId: string; actor: Actor; now: number }): ApprovalRow {
  if (!roleAtLeast(input.actor.role, 'approver')) throw new AppError('NOT_ALLOWED', `Cancelling an approval needs the role approver; ${input.actor.name} is ${input.actor.role}.`, { need: 'approver' });
  return write(db, (tx) => end(tx, { ...input, ending: { status: 'cancelled', proposalState: 'verified', action: 'proposal.approval_cancelled' } }));
}

/** Called by the deployer inside its transaction. @throws AppError ALREADY_DONE when a person cancelled first */
export function markDeployed(tx: Tx, input: { approvalId: string; commit: string; actor: Actor; now: number }): ApprovalRow {
  return end(tx, { ...input, ending: { status: 'deployed', proposalState: 'deployed', action: 'proposal.deployed' } });
}

/** The approval no longer binds (base moved, evidence changed): back to review, with the reason on the row. */
export function expireApproval(tx: Tx, input: { approvalId: string; note: string; now: number }): ApprovalRow {
  return end(tx, { ...input, actor: ENGINE_ACTOR, ending: { status: 'expired', proposalState: 'verified', action: 'proposal.approval_expired' } });
}
