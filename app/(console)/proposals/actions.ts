'use server';
import { z } from 'zod';
import { defineAction } from '@/app/_server/run-action';
import { requestChangesAndRetry } from '@/server/agents/start-proposal';
import { stopProposal } from '@/server/agents/stop-proposal';
import { rejectProposal } from '@/server/books/decide-review';
import { moveBook } from '@/server/books/move-book';
import { idSchema, sha256Schema } from '@/server/contracts/ids';
import { write } from '@/server/db/client';
import { approveProposal } from '@/server/review/approve-proposal';
import { cancelApproval } from '@/server/review/end-approval';
import { getProposal } from '@/server/review/load-verified';

const proposal = z.object({ proposalId: idSchema('proposal') });
const withReason = proposal.extend({ reason: z.string().trim().min(3).max(1000) });

/** One click; `expectedBinding` is the hash of what the reviewer read. */
export const approve = defineAction({ what: 'Approve', role: 'approver', schema: proposal.extend({ expectedBinding: sha256Schema }) }, ({ db, actor, now }, input) => {
  const { id, holdUntil } = approveProposal(db, { ...input, actor, now });
  return { approvalId: id, holdUntil };
});
export const cancel = defineAction({ what: 'Cancel approval', role: 'approver', schema: z.object({ approvalId: idSchema('approval') }) }, ({ db, actor, now }, input) => cancelApproval(db, { ...input, actor, now }).status);
export const reject = defineAction({ what: 'Reject proposal', role: 'approver', schema: withReason }, ({ db, actor, now }, input) => rejectProposal(db, { ...input, actor, now }).state);
/** The reason goes to the agent, which starts again at once; answers the new proposal. */
export const requestChanges = defineAction({ what: 'Request changes', role: 'approver', schema: withReason }, ({ db, actor, now }, input) => ({ proposalId: requestChangesAndRetry(db, { ...input, actor, now }).id }));

export const stop = defineAction({ what: 'Stop agent', role: 'operator', schema: proposal }, ({ db, actor, now }, { proposalId }) => stopProposal(db, { proposalId, actor, now }).state);
export const giveUp = defineAction({ what: 'Give up', role: 'operator', schema: withReason }, ({ db, actor, now }, { proposalId, reason }) => write(db, (tx) => moveBook(tx, { bookId: getProposal(tx, proposalId).bookId, verb: 'give_up', reason, actor, now }).state));
