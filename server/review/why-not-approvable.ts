import { eq } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import type { ProposalState } from '@/server/contracts/proposal';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import type { DbOrTx } from '@/server/db/client';
import { books, packageVersions } from '@/server/db/schema';
import { holdingApproval } from './holding-approval';
import { getProposal, loadVerified } from './load-verified';

const STATE_REASON: Record<Exclude<ProposalState, 'verified' | 'holding'>, string> = {
  queued: 'The agent has not started yet.',
  running: 'The agent is still working; no attempt has passed yet.',
  exhausted: 'No attempt passed before the attempts or the compute capital ran out.',
  failed: 'The agent stopped with an error before any attempt passed.',
  stopped: 'A person stopped the agent before any attempt passed.',
  deployed: 'Already deployed.',
  rejected: 'A reviewer rejected this proposal.',
  superseded: 'Another proposal was taken in its place.',
};

/**
 * Why the approve button is disabled, as one sentence, or null when it may be pressed.
 * Order: the person's right, the proposal's state, red gates, the base, the book.
 * @throws AppError NOT_FOUND
 */
export function whyNotApprovable(db: DbOrTx, input: { proposalId: string; actor: Actor }): string | null {
  const { proposalId, actor } = input;
  const proposal = getProposal(db, proposalId);
  if (!roleAtLeast(actor.role, 'approver')) return `Approving needs the role approver; ${actor.name} is ${actor.role}.`;
  if (actor.kind !== 'person') return `Only a person approves; this is ${actor.kind} ${actor.name}.`;
  if (proposal.state === 'holding') {
    const held = holdingApproval(db, proposalId);
    const who = held?.approverId === actor.id ? 'You' : (held?.approverName ?? 'Someone');
    return `${who} approved this; it is on hold before deployment and can still be cancelled.`;
  }
  if (proposal.state !== 'verified') return STATE_REASON[proposal.state];
  try {
    loadVerified(db, proposalId);
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
  return baseMoved(db, proposal) ?? bookNotInReview(db, proposal.bookId);
}

/** A sentence when the commit the diff applies to is no longer the deployed one. */
export function baseMoved(db: DbOrTx, proposal: { bookId: string; baseCommit: string }): string | null {
  const current = db
    .select({ commit: packageVersions.commit, label: packageVersions.label })
    .from(books)
    .innerJoin(packageVersions, eq(packageVersions.id, books.versionId))
    .where(eq(books.id, proposal.bookId))
    .get();
  if (!current) return `Book ${proposal.bookId} does not exist.`;
  if (current.commit === proposal.baseCommit) return null;
  return `The base moved: the book now runs ${current.label} (${current.commit.slice(0, 10)}), this was verified against ${proposal.baseCommit.slice(0, 10)}. Run the agent again on the new base.`;
}

function bookNotInReview(db: DbOrTx, bookId: string): string | null {
  const state = db.select({ state: books.state }).from(books).where(eq(books.id, bookId)).get()?.state;
  return state === 'in_review' ? null : `The book is ${(state ?? 'missing').replace('_', ' ')}, not in review.`;
}
