import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { deployProposal } from '@/server/books/deploy-proposal';
import { getPackageRow, repoDir } from '@/server/books/versions';
import { readCommit } from '@/server/books/package-repo';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { ENGINE_ACTOR } from '@/server/contracts/roles';
import { write } from '@/server/db/client';
import type { JobHandler } from '@/server/jobs/job';
import { closeIncident } from '@/server/monitor/handle-alert';
import { expireApproval } from '@/server/review/end-approval';
import { getApproval } from '@/server/review/holding-approval';
import { loadApproved } from '@/server/review/load-approved';
import { applyDiff } from '@/server/stdaw';

const payloadSchema = z.object({ approvalId: z.string() });

/**
 * `proposal.deploy`, due at the end of the hold: proves the approval once more, applies the very diff that was verified with
 * STDAW's applier, commits, deploys, closes the incident. When anything moved the approval expires and the proposal is back
 * in review with the reason. A cancelled approval makes it do nothing.
 */
export const deployApprovedJob = (clock: () => number = Date.now): JobHandler => async ({ db, payload, signal }) => {
  const { approvalId } = parseOrThrow(payloadSchema, payload, 'proposal.deploy payload');
  await untilHoldEnds(getApproval(db, approvalId).holdUntil, clock, signal);
  const { status } = getApproval(db, approvalId);
  if (status !== 'holding') return { approvalId, status };
  try {
    const approved = loadApproved(db, approvalId, clock());
    const before = readCommit(repoDir(getPackageRow(db, approved.packageId)), approved.baseCommit);
    const { book, version } = deployProposal(db, approved, applyDiff(before, approved.diff), {
      now: clock(),
      afterDeploy: (tx, deployed) => closeIncident(tx, { incidentId: approved.incidentId, note: `${deployed.version.label} deployed`, actor: ENGINE_ACTOR, now: clock() }),
    });
    return { approvalId, status: 'deployed', versionId: version.id, commit: version.commit, bookState: book.state };
  } catch (error) {
    // Cancelled while it was being deployed: the transaction saw it first, nothing was changed.
    if (error instanceof AppError && error.code === 'ALREADY_DONE') return { approvalId, status: getApproval(db, approvalId).status };
    if (!(error instanceof AppError) || !['BINDING_MISMATCH', 'BAD_INPUT', 'ILLEGAL_TRANSITION'].includes(error.code)) throw error;
    const ended = write(db, (tx) => expireApproval(tx, { approvalId, note: error.message, now: clock() }));
    return { approvalId, status: ended.status, why: error.message };
  }
};

/** The queue's clock and this one may differ by a step: the hold is a promise to the person, so what is left of it is waited out. */
async function untilHoldEnds(holdUntil: number, clock: () => number, signal: AbortSignal): Promise<void> {
  // A loop, as a timer may fire a millisecond early.
  for (let left = holdUntil - clock(); left > 0; left = holdUntil - clock()) await setTimeout(left, undefined, { signal });
}
