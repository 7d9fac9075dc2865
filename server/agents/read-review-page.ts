import { and, desc, eq } from 'drizzle-orm';
import { type AutopsyRow, getAutopsy } from '@/server/autopsy/get-autopsy';
import { marketOf } from '@/server/autopsy/read-incident-page';
import { readThread, type ThreadMessage } from '@/server/autopsy/thread/read-thread';
import { readBookConfig } from '@/server/books/book-config';
import { getBook } from '@/server/books/get-book';
import { readCommit } from '@/server/books/package-repo';
import { getPackageRow, repoDir } from '@/server/books/versions';
import { AppError } from '@/server/contracts/errors';
import type { Actor } from '@/server/contracts/roles';
import type { DbOrTx } from '@/server/db/client';
import { approvals, packageVersions } from '@/server/db/schema';
import { getProposal, loadVerified } from '@/server/review/load-verified';
import type { ApprovalRow, ProposalRow } from '@/server/review/types';
import { whyNotApprovable } from '@/server/review/why-not-approvable';
import { tryApplyDiff } from '@/server/stdaw/diff/apply-diff';
import { type CandidateRow, decisiveAttempt, listCandidates } from './list-candidates';
import { type AttemptRow, listAttempts } from './open-run';
import { type Budget, readBudget } from './read-run-page';

export interface ReviewPage {
  readonly proposal: ProposalRow;
  readonly book: { readonly id: string; readonly name: string; readonly state: string; readonly revision: number };
  readonly market: { readonly name: string; readonly synthetic: boolean; readonly seed: number | null; readonly currency: string };
  /** The attempt in front of the reviewer: the one that passed, else the newest with a verdict. */
  readonly attempt: AttemptRow | null;
  /** What an approval would be bound to; null while there is nothing to approve. */
  readonly bindingHash: string | null;
  readonly whyNotApprovable: string | null;
  /** The newest approval, whatever became of it. */
  readonly approval: ApprovalRow | null;
  readonly autopsy: AutopsyRow;
  /** The deliberation that led to the mandate. */
  readonly thread: readonly ThreadMessage[];
  readonly attempts: readonly AttemptRow[];
  /** All proposals for the same autopsy, this one included, the best by Sim2Real first. */
  readonly candidates: readonly CandidateRow[];
  /** Label of the version the diff applies to. */
  readonly baseLabel: string | null;
  readonly sourcesBefore: Readonly<Record<string, string>>;
  /** Files after the diff; equal to before when it does not apply. */
  readonly sourcesAfter: Readonly<Record<string, string>>;
  /** τ of the book as a ratio. */
  readonly tau: number;
  readonly cost: { readonly inputTokens: number; readonly outputTokens: number; readonly cpuSeconds: number; readonly costMicros: number };
  readonly budget: Budget | null;
}

/** Everything the review screen shows. @throws AppError NOT_FOUND */
export function getReviewPage(db: DbOrTx, input: { proposalId: string; actor: Actor }): ReviewPage {
  const proposal = getProposal(db, input.proposalId);
  const book = getBook(db, proposal.bookId);
  const rows = listAttempts(db, proposal.id);
  const attempt = decisiveAttempt(proposal, rows);
  const before = readCommit(repoDir(getPackageRow(db, proposal.packageId)), proposal.baseCommit).filter((f) => f.path.startsWith('src/'));
  const applied = attempt?.diff ? tryApplyDiff(before, attempt.diff) : null;
  const sum = (key: 'inputTokens' | 'outputTokens' | 'cpuSeconds' | 'costMicros'): number => rows.reduce((total, a) => total + a[key], 0);
  const texts = (files: readonly { path: string; text: string }[]): Record<string, string> => Object.fromEntries(files.map((f) => [f.path, f.text]));
  return {
    proposal,
    book: { id: book.id, name: book.name, state: book.state, revision: book.revision },
    market: { name: book.marketName, ...marketOf(db, book.marketName) },
    attempt,
    bindingHash: bindingOf(db, proposal),
    whyNotApprovable: whyNotApprovable(db, input),
    approval: db.select().from(approvals).where(eq(approvals.proposalId, proposal.id)).orderBy(desc(approvals.approvedAt)).limit(1).get() ?? null,
    autopsy: getAutopsy(db, proposal.autopsyId),
    thread: readThread(db, proposal.incidentId),
    attempts: rows,
    candidates: listCandidates(db, proposal.autopsyId),
    baseLabel: db.select({ label: packageVersions.label }).from(packageVersions).where(and(eq(packageVersions.packageId, proposal.packageId), eq(packageVersions.commit, proposal.baseCommit))).get()?.label ?? null,
    sourcesBefore: texts(before),
    sourcesAfter: texts(applied?.ok ? applied.files : before),
    tau: readBookConfig(book).terminal.tauBp / 10_000,
    cost: { inputTokens: sum('inputTokens'), outputTokens: sum('outputTokens'), cpuSeconds: sum('cpuSeconds'), costMicros: sum('costMicros') },
    budget: readBudget(db, proposal.bookId),
  };
}

function bindingOf(db: DbOrTx, proposal: ProposalRow): string | null {
  try {
    return loadVerified(db, proposal.id).bindingHash;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
