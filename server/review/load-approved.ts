import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { getApproval } from './holding-approval';
import { loadVerified } from './load-verified';
import type { ApprovedProposal } from './types';
import { baseMoved } from './why-not-approvable';

/**
 * The only source of an `ApprovedProposal`: recomputes the binding from what is stored now and compares it with what the
 * person approved.
 * @throws AppError ALREADY_DONE (cancelled, expired, deployed), ILLEGAL_TRANSITION (hold not over), BINDING_MISMATCH (anything moved)
 */
export function loadApproved(db: DbOrTx, approvalId: string, now: number): ApprovedProposal {
  const approval = getApproval(db, approvalId);
  if (approval.status !== 'holding') throw new AppError('ALREADY_DONE', `Approval ${approvalId} is already ${approval.status}.`, { status: approval.status });
  if (now < approval.holdUntil) throw new AppError('ILLEGAL_TRANSITION', `Approval ${approvalId} is on hold for another ${Math.ceil((approval.holdUntil - now) / 1000)} s.`, { holdUntil: approval.holdUntil });
  const verified = loadVerified(db, approval.proposalId);
  if (verified.bindingHash !== approval.bindingHash) {
    throw new AppError('BINDING_MISMATCH', `Approved was ${approval.bindingHash.slice(0, 12)}, stored now is ${verified.bindingHash.slice(0, 12)}; nothing was deployed. Review again.`, {
      approved: approval.bindingHash,
      found: verified.bindingHash,
    });
  }
  const moved = baseMoved(db, verified);
  if (moved) throw new AppError('BINDING_MISMATCH', moved);
  const facts = { ...verified, approvalId, approverName: approval.approverName };
  return facts as unknown as ApprovedProposal;
}
