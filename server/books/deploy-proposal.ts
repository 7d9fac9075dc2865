import { eq } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import { type Actor, ENGINE_ACTOR } from '@/server/contracts/roles';
import { type Db, type Tx, write } from '@/server/db/client';
import { autopsies } from '@/server/db/schema';
import { markDeployed } from '@/server/review/end-approval';
import { getApproval } from '@/server/review/holding-approval';
import type { ApprovedProposal } from '@/server/review/types';
import { makePackage } from '@/server/strategy/make-package';
import type { PackageFile } from '@/server/strategy/types';
import { publishDeployed, recordDeployment } from './deploy-version';
import type { BookRow } from './get-book';
import { moveBook } from './move-book';
import { writeCommit } from './package-repo';
import { getPackageRow, insertVersion, repoDir, type VersionRow } from './versions';

export interface Deployed {
  book: BookRow;
  version: VersionRow;
}

function messageOf(db: Db, approved: ApprovedProposal): string {
  const document = db.select({ document: autopsies.document }).from(autopsies).where(eq(autopsies.id, approved.autopsyId)).get()?.document as { mandate?: unknown } | undefined;
  const mandate = typeof document?.mandate === 'string' ? document.mandate.replace(/\s+/g, ' ').trim() : approved.proposalId;
  const subject = mandate.length > 68 ? `${mandate.slice(0, 67)}…` : mandate;
  return `${subject}\n\nOOM-RL-Autopsy: ${approved.autopsyId}\nOOM-RL-Verdict: ${approved.verdictHash}\nOOM-RL-Approved-By: ${approved.approverName}\n`;
}

/**
 * Commits an approved proposal and puts it to work: commit with trailers, new version, deployment, book running, approval used up.
 * `files` is the whole package after the diff, made by STDAW's own applier from the base commit; here it must hash to what was verified.
 * The commit is made first and is the same however often this runs; all rows change in one transaction after it, with what
 * `afterDeploy` adds (closing the incident). @throws AppError BINDING_MISMATCH, ALREADY_DONE, ILLEGAL_TRANSITION
 */
export function deployProposal(db: Db, approved: ApprovedProposal, files: readonly PackageFile[], input: { actor?: Actor; now: number; afterDeploy?: (tx: Tx, deployed: Deployed) => void }): Deployed {
  const { now, actor = ENGINE_ACTOR } = input;
  const pkg = makePackage(files);
  const { src, tests } = approved.verdict.hashes;
  if (pkg.hashes.src !== src || pkg.hashes.tests !== tests) {
    throw new AppError('BINDING_MISMATCH', 'The patched package is not the one that was verified (its source or test hash differs); nothing was deployed.', { src: pkg.hashes.src, verifiedSrc: src, tests: pkg.hashes.tests, verifiedTests: tests });
  }
  // The time in the commit is the approval's, so that a second try after a crash makes the very same commit.
  const { approvedAt } = getApproval(db, approved.approvalId);
  const repo = repoDir(getPackageRow(db, approved.packageId));
  const commit = writeCommit(repo, { ref: `refs/approvals/${approved.approvalId}`, parent: approved.baseCommit, files, message: messageOf(db, approved), at: approvedAt });
  const deployed = write(db, (tx) => {
    const version = insertVersion(tx, { packageId: approved.packageId, commit, pkg, proposalId: approved.proposalId, now });
    markDeployed(tx, { approvalId: approved.approvalId, commit, actor, now });
    const book = moveBook(tx, { bookId: approved.bookId, verb: 'deploy', reason: `${version.label}, approved by ${approved.approverName}`, actor, set: { versionId: version.id }, now });
    recordDeployment(tx, { book, versionId: version.id, kind: 'deploy', approvalId: approved.approvalId, actorName: approved.approverName, now });
    input.afterDeploy?.(tx, { book, version });
    return { book, version };
  });
  publishDeployed(db, approved.bookId);
  return deployed;
}
