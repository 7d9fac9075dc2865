import type { Actor } from '@/server/contracts/roles';
import { type Db, write } from '@/server/db/client';
import { siblingsOf } from '@/server/review/candidate-round';
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

/**
 * Ends a proposal. While other candidates of its round are verified the book stays in review, while others are at work it goes
 * back to them; after the last one it is halted. All or nothing. @throws as markRejected and moveBook
 */
export function rejectProposal(db: Db, decision: Decision): ProposalRow {
  return write(db, (tx) => {
    const proposal = markRejected(tx, decision);
    const others = siblingsOf(tx, proposal).map((sibling) => sibling.state);
    const move = { bookId: proposal.bookId, reason: decision.reason, actor: decision.actor, now: decision.now };
    if (others.includes('verified')) return proposal;
    moveBook(tx, { ...move, verb: others.some((state) => state === 'queued' || state === 'running') ? 'request_changes' : 'give_up' });
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
