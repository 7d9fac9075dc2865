import { eq } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { approvals, proposals } from '@/server/db/schema';
import { enqueueJob } from '@/server/jobs/enqueue-job';
import { supersedeSiblings } from './candidate-round';
import { holdingApproval } from './holding-approval';
import { getProposal, loadVerified } from './load-verified';
import type { ApprovalRow } from './types';
import { whyNotApprovable } from './why-not-approvable';

/** Time in which an approval can be taken back before anything is deployed. */
export const HOLD_MS = 10_000;

/**
 * Binds a person's decision to the hash of exactly what will be deployed and starts the hold. A second click by the same
 * person on the same binding answers the same approval. The other candidates of the round are superseded in the same transaction.
 * @throws AppError NOT_ALLOWED (role), BINDING_MISMATCH (anything moved since the page was read), ILLEGAL_TRANSITION (a gate is red, the base moved, …), ALREADY_DONE (someone else's hold)
 */
export function approveProposal(db: DbOrTx, input: { proposalId: string; expectedBinding: string; actor: Actor; now: number }): ApprovalRow {
  const { proposalId, expectedBinding, actor, now } = input;
  return write(db, (tx) => {
    if (!roleAtLeast(actor.role, 'approver') || actor.kind !== 'person') {
      throw new AppError('NOT_ALLOWED', whyNotApprovable(tx, { proposalId, actor }) ?? 'Approving needs the role approver.', { need: 'approver' });
    }
    const proposal = getProposal(tx, proposalId);
    const held = holdingApproval(tx, proposalId);
    if (held) {
      if (held.approverId === actor.id && held.bindingHash === expectedBinding) return held;
      throw new AppError('ALREADY_DONE', `${held.approverName} already approved this proposal; it is on hold.`, { approvalId: held.id });
    }
    const reason = whyNotApprovable(tx, { proposalId, actor });
    if (reason) throw new AppError('ILLEGAL_TRANSITION', reason);
    const verified = loadVerified(tx, proposalId);
    if (verified.bindingHash !== expectedBinding) {
      throw new AppError('BINDING_MISMATCH', `What you saw (${expectedBinding.slice(0, 12)}) is not what would be deployed now (${verified.bindingHash.slice(0, 12)}). Read the proposal again.`, {
        expected: expectedBinding,
        found: verified.bindingHash,
      });
    }
    const approval = tx
      .insert(approvals)
      .values({
        id: newId('approval'),
        proposalId,
        bookId: proposal.bookId,
        bindingHash: verified.bindingHash,
        status: 'holding',
        approverId: actor.id,
        approverName: actor.name,
        approvedAt: now,
        holdUntil: now + HOLD_MS,
      })
      .returning()
      .get();
    tx.update(proposals).set({ state: 'holding', revision: proposal.revision + 1, updatedAt: now }).where(eq(proposals.id, proposalId)).run();
    supersedeSiblings(tx, { proposal, actor, now });
    enqueueJob(tx, { kind: 'proposal.deploy', payload: { approvalId: approval.id }, lane: proposal.bookId, idempotencyKey: `deploy:${approval.id}`, runAt: approval.holdUntil, createdBy: actor.name, now });
    appendAudit(tx, { actor, action: 'proposal.approve', entity: proposalId, detail: { approvalId: approval.id, bindingHash: verified.bindingHash, verdictHash: verified.verdictHash, bookId: proposal.bookId }, now });
    appendEvent(tx, { kind: 'proposal.state', bookId: proposal.bookId, traceId: proposalId, payload: { state: 'holding', approvalId: approval.id, holdUntil: approval.holdUntil }, now });
    return approval;
  });
}
