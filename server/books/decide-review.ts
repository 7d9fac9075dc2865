import type { Actor } from '@/server/contracts/roles';
import { type Db, write } from '@/server/db/client';
import { markChangesRequested, markRejected } from '@/server/review/decide-proposal';
import type { ProposalRow } from '@/server/review/types';
import { moveBook } from './move-book';

interface Decision {
  proposalId: string;
  /** Goes to the agent and into the audit log. */
  reason: string;
  actor: Actor;
  now: number;
}

/** Ends a proposal and leaves the book halted, both or neither. @throws as markRejected and moveBook */
export function rejectProposal(db: Db, decision: Decision): ProposalRow {
  return write(db, (tx) => {
    const proposal = markRejected(tx, decision);
    moveBook(tx, { bookId: proposal.bookId, verb: 'give_up', reason: decision.reason, actor: decision.actor, now: decision.now });
    return proposal;
  });
}

/** Sends the book back to the agent with the reviewer's reason, both or neither. @throws as markChangesRequested and moveBook */
export function requestChanges(db: Db, decision: Decision): ProposalRow {
  return write(db, (tx) => {
    const proposal = markChangesRequested(tx, decision);
    moveBook(tx, { bookId: proposal.bookId, verb: 'request_changes', reason: decision.reason, actor: decision.actor, now: decision.now });
    return proposal;
  });
}
