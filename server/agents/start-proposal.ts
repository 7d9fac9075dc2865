import { and, asc, desc, eq, inArray, isNotNull } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import { getAutopsy } from '@/server/autopsy/get-autopsy';
import { getBook } from '@/server/books/get-book';
import { moveBook } from '@/server/books/move-book';
import { getVersion } from '@/server/books/versions';
import { AppError } from '@/server/contracts/errors';
import type { ProviderName } from '@/server/contracts/proposal';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { proposals } from '@/server/db/schema';
import { enqueueJob } from '@/server/jobs/enqueue-job';
import { agentJobKey } from '@/server/review/candidate-round';
import { markChangesRequested } from '@/server/review/decide-proposal';
import type { ProposalRow } from '@/server/review/types';
import { assertPayable } from './capital/assert-payable';
import { requireProvider } from './list-providers';

/** Attempts an agent has for one mandate. */
export const DEFAULT_ATTEMPTS = 5;
/** A killed engine takes the job up again this often. */
const JOB_TRIES = 20;

/** Candidates of one autopsy that work at the same time. */
export const MAX_CANDIDATES = 4;

export interface Candidate {
  provider: ProviderName;
  model?: string | null;
}

interface StartInput {
  autopsyId: string;
  /** Proposal this one continues; default: the newest of this autopsy that a reviewer sent back. */
  parentId?: string | null;
  maxAttempts?: number;
  actor: Actor;
  now: number;
}
export type StartProposal = StartInput & Candidate;

/** One agent for a signed autopsy. @throws as startCandidates */
export function startProposal(db: DbOrTx, input: StartProposal): ProposalRow {
  return startCandidates(db, { ...input, candidates: [{ provider: input.provider, ...(input.model === undefined ? {} : { model: input.model }) }] })[0]!;
}

/**
 * Hands a signed autopsy to one to four agents at once: a round of proposals, book to refactoring, one durable job each, all
 * paid by the book's account. The n-th agent of a provider explores n steps away from its first idea. Starting what already
 * runs answers the proposals that run.
 * @throws AppError NOT_ALLOWED, ILLEGAL_TRANSITION (unsigned, book elsewhere), ALREADY_DONE (another agent runs), MISSING_PART (provider), OUT_OF_MONEY (capital, unknown price), BAD_INPUT (model)
 */
export function startCandidates(db: DbOrTx, input: StartInput & { candidates: readonly Candidate[] }): ProposalRow[] {
  const { autopsyId, actor, now } = input;
  const candidates = input.candidates.map(({ provider, model }) => ({ provider, model: model ?? null }));
  if (candidates.length < 1 || candidates.length > MAX_CANDIDATES) throw new AppError('BAD_INPUT', `candidates: 1 to ${MAX_CANDIDATES} agents work at once, got ${candidates.length}.`);
  const maxAttempts = input.maxAttempts ?? DEFAULT_ATTEMPTS;
  if (!roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', `Starting an agent needs the role operator; ${actor.name} is ${actor.role}.`, { need: 'operator' });
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1 || maxAttempts > 20) throw new AppError('BAD_INPUT', `maxAttempts: must be an integer from 1 to 20, got ${maxAttempts}.`);
  return write(db, (tx) => {
    const autopsy = getAutopsy(tx, autopsyId);
    if (autopsy.status !== 'signed') throw new AppError('ILLEGAL_TRANSITION', `Autopsy version ${autopsy.version} is not signed; an agent works only on what a person signed.`);
    const running = tx.select().from(proposals).where(and(eq(proposals.bookId, autopsy.bookId), inArray(proposals.state, ['queued', 'running']))).orderBy(asc(proposals.explore)).all();
    if (running[0]) {
      if (running.every((p) => p.autopsyId === autopsyId) && names(running) === names(candidates)) return running;
      throw new AppError('ALREADY_DONE', `An agent (${running[0].provider}) already works for this book; stop it first.`, { proposalId: running[0].id });
    }
    const book = getBook(tx, autopsy.bookId);
    for (const { provider, model } of candidates) {
      requireProvider(provider, model);
      assertPayable(tx, { bookId: book.id, provider, model, now });
    }
    if (book.state === 'in_autopsy') moveBook(tx, { bookId: book.id, verb: 'start_refactoring', actor, now });
    else if (book.state !== 'refactoring') throw new AppError('ILLEGAL_TRANSITION', `${book.name} is ${book.state.replaceAll('_', ' ')}; an agent starts when it is in autopsy or refactoring.`, { state: book.state });
    const sentBack = tx.select({ id: proposals.id }).from(proposals).where(and(eq(proposals.autopsyId, autopsyId), eq(proposals.state, 'superseded'), isNotNull(proposals.feedback))).orderBy(desc(proposals.createdAt)).limit(1).get();
    const parentId = input.parentId ?? sentBack?.id ?? null;
    const baseCommit = getVersion(tx, book.versionId).commit;
    let roundId: string | null = null;
    return candidates.map(({ provider, model }, explore) => {
      const id = newId('proposal');
      roundId ??= id;
      const row = tx
        .insert(proposals)
        .values({ id, roundId, explore, bookId: book.id, incidentId: autopsy.incidentId, autopsyId, packageId: book.packageId, baseCommit, provider, model, state: 'queued', maxAttempts, parentId, createdBy: actor.name, createdAt: now, updatedAt: now })
        .returning()
        .get();
      // A lane of its own: candidates run side by side; what they may spend together is the account's.
      enqueueJob(tx, { kind: 'agent.run', payload: { proposalId: id }, lane: `agent:${id}`, idempotencyKey: agentJobKey(id), maxAttempts: JOB_TRIES, createdBy: actor.name, now });
      appendAudit(tx, { actor, action: 'proposal.start', entity: id, detail: { autopsyId, contentHash: autopsy.contentHash, bookId: book.id, provider, model, baseCommit, parentId, roundId, explore }, now });
      appendEvent(tx, { kind: 'proposal.state', bookId: book.id, traceId: id, payload: { state: 'queued', provider, model, explore }, now });
      return row;
    });
  });
}

const names = (candidates: readonly { provider: string; model: string | null }[]): string => candidates.map(({ provider, model }) => `${provider} ${model ?? ''}`).join('\n');

/** A reviewer wants changes: the reason is stored, the book goes back to refactoring and the same agent starts again with it, all or nothing. */
export function requestChangesAndRetry(db: DbOrTx, input: { proposalId: string; reason: string; actor: Actor; now: number }): ProposalRow {
  return write(db, (tx) => {
    const { autopsyId, provider, model, id, bookId } = markChangesRequested(tx, input);
    moveBook(tx, { bookId, verb: 'request_changes', reason: input.reason, actor: input.actor, now: input.now });
    return startProposal(tx, { autopsyId, provider, model, parentId: id, actor: input.actor, now: input.now });
  });
}
