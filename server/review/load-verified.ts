import { eq } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import { verdictSchema } from '@/server/contracts/verdict';
import type { DbOrTx } from '@/server/db/client';
import { attempts, autopsies, proposals } from '@/server/db/schema';
import { computeBinding, hashSim2Real, hashVerdict } from './binding';
import type { ProposalRow, VerifiedProposal } from './types';

/** The stored row. @throws AppError NOT_FOUND */
export function getProposal(db: DbOrTx, proposalId: string): ProposalRow {
  const row = db.select().from(proposals).where(eq(proposals.id, proposalId)).get();
  if (!row) throw new AppError('NOT_FOUND', `Proposal ${proposalId} does not exist.`, { proposalId });
  return row;
}

/**
 * Reads a proposal with its passing attempt and proves it again: the verdict still hashes to what was stored,
 * every gate is green, the verdict is about this diff, the autopsy is signed.
 * @throws AppError BINDING_MISMATCH when stored evidence does not agree with itself, ILLEGAL_TRANSITION when there is no passing verdict.
 */
export function loadVerified(db: DbOrTx, proposalId: string): VerifiedProposal {
  const proposal = getProposal(db, proposalId);
  if (!proposal.attemptId) throw new AppError('ILLEGAL_TRANSITION', `Proposal ${proposalId} has no attempt that passed verification (state ${proposal.state}).`, { state: proposal.state });
  const attempt = db.select().from(attempts).where(eq(attempts.id, proposal.attemptId)).get();
  if (!attempt || attempt.proposalId !== proposalId || attempt.diff === null || attempt.verdictHash === null) {
    throw new AppError('BINDING_MISMATCH', `Proposal ${proposalId} names attempt ${proposal.attemptId}, which has no stored diff and verdict.`);
  }
  const parsed = verdictSchema.safeParse(attempt.verdict);
  if (!parsed.success || hashVerdict(parsed.data) !== attempt.verdictHash) {
    throw new AppError('BINDING_MISMATCH', `The stored verdict of attempt ${attempt.number} no longer hashes to ${attempt.verdictHash.slice(0, 12)}; verify again.`);
  }
  const verdict = parsed.data;
  const red = verdict.gates.find((gate) => gate.status === 'fail' || gate.status === 'error');
  if (red || verdict.status !== 'pass' || attempt.status !== 'passed') {
    throw new AppError('ILLEGAL_TRANSITION', red ? `Gate ${red.name} is red (${red.code}): ${red.detail}` : `The verdict of attempt ${attempt.number} is ${verdict.status}.`, { gate: red?.name ?? null });
  }
  const autopsy = db.select().from(autopsies).where(eq(autopsies.id, proposal.autopsyId)).get();
  if (autopsy?.status !== 'signed' || !autopsy.contentHash) {
    throw new AppError('BINDING_MISMATCH', `Autopsy ${proposal.autopsyId} is not signed.`);
  }
  const facts = {
    proposalId,
    bookId: proposal.bookId,
    incidentId: proposal.incidentId,
    packageId: proposal.packageId,
    autopsyId: proposal.autopsyId,
    autopsyHash: autopsy.contentHash,
    attemptId: attempt.id,
    baseCommit: proposal.baseCommit,
    diff: attempt.diff,
    edits: attempt.edits,
    verdict,
    verdictHash: attempt.verdictHash,
    bindingHash: computeBinding({
      baseCommit: proposal.baseCommit,
      diff: attempt.diff,
      testsHash: verdict.hashes.tests,
      verdictHash: attempt.verdictHash,
      sim2realHash: hashSim2Real(verdict.sim2real),
      autopsyId: proposal.autopsyId,
    }),
  };
  return facts as unknown as VerifiedProposal;
}
