import type { AstEdit } from '@/server/contracts/ast-edit';
import type { Verdict } from '@/server/contracts/verdict';
import type { approvals, proposals } from '@/server/db/schema';

export type ProposalRow = typeof proposals.$inferSelect;
export type ApprovalRow = typeof approvals.$inferSelect;

declare const verified: unique symbol;
declare const approved: unique symbol;

interface ProposalFacts {
  readonly proposalId: string;
  readonly bookId: string;
  readonly incidentId: string;
  readonly packageId: string;
  readonly autopsyId: string;
  /** Hash of the autopsy text a person signed. */
  readonly autopsyHash: string;
  readonly attemptId: string;
  /** Commit the diff applies to. */
  readonly baseCommit: string;
  readonly diff: string;
  readonly edits: readonly AstEdit[];
  readonly verdict: Verdict;
  readonly verdictHash: string;
  /** sha256 over exactly what would be deployed (DESIGN §5.4). */
  readonly bindingHash: string;
}

/** A proposal whose passing verdict was read back and re-hashed. Only `loadVerified` makes one. */
export type VerifiedProposal = ProposalFacts & { readonly [verified]: true };

/** A verified proposal a person approved, unchanged since. Only `loadApproved` makes one; deployment accepts nothing else. */
export type ApprovedProposal = ProposalFacts & { readonly approvalId: string; readonly approverName: string; readonly [approved]: true };
