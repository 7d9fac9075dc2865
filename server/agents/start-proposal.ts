import { and, desc, eq, inArray } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import { getAutopsy } from '@/server/autopsy/get-autopsy';
import { getBook } from '@/server/books/get-book';
import { moveBook } from '@/server/books/move-book';
import { getVersion } from '@/server/books/versions';
import { AppError } from '@/server/contracts/errors';
import type { ProviderName } from '@/server/contracts/proposal';
import { type Actor, ENGINE_ACTOR, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { proposals } from '@/server/db/schema';
import { enqueueJob } from '@/server/jobs/enqueue-job';
import { markChangesRequested } from '@/server/review/decide-proposal';
import type { ProposalRow } from '@/server/review/types';
import { openAccount } from './capital/account';
import { priceOf } from './capital/prices';
import { assertSolvent } from './capital/spend';
import { requireProvider } from './list-providers';
import { accountName } from './open-run';

/** Attempts an agent has for one mandate. */
export const DEFAULT_ATTEMPTS = 5;
/** A killed engine takes the job up again this often. */
const JOB_TRIES = 20;

export interface StartProposal {
  autopsyId: string;
  provider: ProviderName;
  model?: string | null;
  /** Proposal this one continues; default: the newest of this autopsy that a reviewer sent back. */
  parentId?: string | null;
  maxAttempts?: number;
  actor: Actor;
  now: number;
}

/**
 * Hands a signed autopsy to an agent: proposal row, book to refactoring, durable job. Starting what already runs answers
 * the proposal that runs.
 * @throws AppError NOT_ALLOWED, ILLEGAL_TRANSITION (unsigned, book elsewhere), ALREADY_DONE (another agent runs), MISSING_PART (provider), OUT_OF_MONEY (capital, unknown price), BAD_INPUT (model)
 */
export function startProposal(db: DbOrTx, input: StartProposal): ProposalRow {
  const { autopsyId, provider, actor, now } = input;
  const model = input.model ?? null;
  const maxAttempts = input.maxAttempts ?? DEFAULT_ATTEMPTS;
  if (!roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', `Starting an agent needs the role operator; ${actor.name} is ${actor.role}.`, { need: 'operator' });
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1 || maxAttempts > 20) throw new AppError('BAD_INPUT', `maxAttempts: must be an integer from 1 to 20, got ${maxAttempts}.`);
  return write(db, (tx) => {
    const autopsy = getAutopsy(tx, autopsyId);
    if (autopsy.status !== 'signed') throw new AppError('ILLEGAL_TRANSITION', `Autopsy version ${autopsy.version} is not signed; an agent works only on what a person signed.`);
    const running = tx.select().from(proposals).where(and(eq(proposals.bookId, autopsy.bookId), inArray(proposals.state, ['queued', 'running']))).get();
    if (running) {
      if (running.autopsyId === autopsyId && running.provider === provider && running.model === model) return running;
      throw new AppError('ALREADY_DONE', `An agent (${running.provider}) already works for this book; stop it first.`, { proposalId: running.id });
    }
    requireProvider(provider, model);
    priceOf(tx, { provider, model: model ?? '*', date: new Date(now).toISOString().slice(0, 10) });
    const book = getBook(tx, autopsy.bookId);
    assertSolvent(tx, openAccount(tx, { name: accountName(book.id), actor: ENGINE_ACTOR, now }).id);
    if (book.state === 'in_autopsy') moveBook(tx, { bookId: book.id, verb: 'start_refactoring', actor, now });
    else if (book.state !== 'refactoring') throw new AppError('ILLEGAL_TRANSITION', `${book.name} is ${book.state.replaceAll('_', ' ')}; an agent starts when it is in autopsy or refactoring.`, { state: book.state });
    const sentBack = tx.select({ id: proposals.id }).from(proposals).where(and(eq(proposals.autopsyId, autopsyId), eq(proposals.state, 'superseded'))).orderBy(desc(proposals.createdAt)).limit(1).get();
    const row = tx
      .insert(proposals)
      .values({
        id: newId('proposal'), bookId: book.id, incidentId: autopsy.incidentId, autopsyId, packageId: book.packageId, baseCommit: getVersion(tx, book.versionId).commit, provider, model,
        state: 'queued', maxAttempts, parentId: input.parentId ?? sentBack?.id ?? null, createdBy: actor.name, createdAt: now, updatedAt: now,
      })
      .returning()
      .get();
    enqueueJob(tx, { kind: 'agent.run', payload: { proposalId: row.id }, lane: `agent:${book.id}`, idempotencyKey: `agent.run:${row.id}`, maxAttempts: JOB_TRIES, createdBy: actor.name, now });
    appendAudit(tx, { actor, action: 'proposal.start', entity: row.id, detail: { autopsyId, contentHash: autopsy.contentHash, bookId: book.id, provider, model, baseCommit: row.baseCommit, parentId: row.parentId }, now });
    appendEvent(tx, { kind: 'proposal.state', bookId: book.id, traceId: row.id, payload: { state: 'queued', provider, model }, now });
    return row;
  });
}

/** A reviewer wants changes: the reason is stored, the book goes back to refactoring and the same agent starts again with it, all or nothing. */
export function requestChangesAndRetry(db: DbOrTx, input: { proposalId: string; reason: string; actor: Actor; now: number }): ProposalRow {
  return write(db, (tx) => {
    const { autopsyId, provider, model, id, bookId } = markChangesRequested(tx, input);
    moveBook(tx, { bookId, verb: 'request_changes', reason: input.reason, actor: input.actor, now: input.now });
    return startProposal(tx, { autopsyId, provider, model, parentId: id, actor: input.actor, now: input.now });
  });
}
