import { and, eq, sql } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import { getBook } from '@/server/books/get-book';
import { moveBook } from '@/server/books/move-book';
import { AppError } from '@/server/contracts/errors';
import type { ProposalState } from '@/server/contracts/proposal';
import { type Actor, ENGINE_ACTOR } from '@/server/contracts/roles';
import { type DbOrTx, type Tx, write } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { attempts, proposals } from '@/server/db/schema';
import { getProposal } from '@/server/review/load-verified';
import type { Verification } from '@/server/stdaw';
import { cleanText } from '@/server/stdaw/gradient/clean-text';
import type { Usage } from './capital/spend';
import { type AttemptRow, listAttempts } from './open-run';
import type { AgentDraft } from './port';

/** Moves a proposal with an event; the audit row names who. */
export function setProposalState(tx: Tx, input: { proposalId: string; state: ProposalState; error?: string | null; attemptId?: string; actor?: Actor; now: number }): void {
  const { proposalId, state, now } = input;
  const before = getProposal(tx, proposalId);
  tx.update(proposals)
    .set({ state, revision: before.revision + 1, updatedAt: now, ...(input.error === undefined ? {} : { error: input.error }), ...(input.attemptId ? { attemptId: input.attemptId } : {}) })
    .where(eq(proposals.id, proposalId))
    .run();
  appendAudit(tx, { actor: input.actor ?? ENGINE_ACTOR, action: `proposal.${state}`, entity: proposalId, detail: { from: before.state, bookId: before.bookId, error: input.error ?? null, attemptId: input.attemptId ?? null }, now });
  appendEvent(tx, { kind: 'proposal.state', bookId: before.bookId, traceId: proposalId, payload: { state, error: input.error ?? null }, now });
}

/** The attempt to work on: the one a killed process left unfinished, or the next number. */
export function openAttempt(db: DbOrTx, input: { proposalId: string; bookId: string; now: number }): AttemptRow {
  const { proposalId, bookId, now } = input;
  return write(db, (tx) => {
    const rows = listAttempts(tx, proposalId);
    const open = rows.find((a) => a.status === 'drafting' || a.status === 'verifying');
    if (open) return open;
    const row = tx.insert(attempts).values({ id: newId('attempt'), proposalId, number: (rows.at(-1)?.number ?? 0) + 1, status: 'drafting', edits: [], startedAt: now }).returning().get();
    emit(tx, row, bookId, now);
    return row;
  });
}

/** A person may have stopped the agent while it was thinking: then what it brings is dropped. @throws AppError ALREADY_DONE */
function assertRunning(tx: Tx, proposalId: string): void {
  const { state } = getProposal(tx, proposalId);
  if (state !== 'running') throw new AppError('ALREADY_DONE', `Proposal ${proposalId} is ${state}; the agent's answer came too late and is dropped.`, { state });
}

const storedAttempt = (tx: Tx, id: string): AttemptRow => tx.select().from(attempts).where(eq(attempts.id, id)).get() as AttemptRow;

/** The draft is stored before anything is done with it. What another worker stored first stands, and is returned. */
export function storeDraft(db: DbOrTx, attempt: AttemptRow, input: { draft: AgentDraft; bookId: string; now: number }): AttemptRow {
  return write(db, (tx) => {
    assertRunning(tx, attempt.proposalId);
    const stored = storedAttempt(tx, attempt.id);
    if (stored.status === 'verifying' || stored.verdictHash !== null) return stored;
    if (stored.status !== 'drafting') throw new AppError('ALREADY_DONE', `Attempt ${stored.number} ended meanwhile (${stored.status}); the agent's answer is dropped.`);
    const { diff, edits, rationale } = input.draft;
    const row = tx.update(attempts).set({ status: 'verifying', diff, edits: [...edits], rationale: cleanText(rationale, 20_000) }).where(eq(attempts.id, attempt.id)).returning().get();
    emit(tx, row, input.bookId, input.now);
    return row;
  });
}

/** Stores a verdict for good; one that is stored already stands. A pass makes the proposal verified and puts the book in front of an approver, in the same transaction. */
export function storeVerdict(db: DbOrTx, attempt: AttemptRow, input: { verification: Verification; bookId: string; now: number }): AttemptRow {
  const { verdict, verdictHash } = input.verification;
  return write(db, (tx) => {
    assertRunning(tx, attempt.proposalId);
    const stored = storedAttempt(tx, attempt.id);
    if (stored.verdictHash !== null) return stored;
    const status = verdict.status === 'pass' ? ('passed' as const) : verdict.status === 'fail' ? ('failed' as const) : ('error' as const);
    const row = tx.update(attempts).set({ status, verdict, verdictHash, gradient: verdict.gradient, endedAt: input.now }).where(eq(attempts.id, attempt.id)).returning().get();
    emit(tx, row, input.bookId, input.now);
    if (status === 'passed') {
      // Only candidates of one round stand side by side in front of the approver: what was left over from before is not approvable any more.
      const { roundId } = getProposal(tx, attempt.proposalId);
      const left = tx.select({ id: proposals.id, roundId: proposals.roundId }).from(proposals).where(and(eq(proposals.bookId, input.bookId), eq(proposals.state, 'verified'))).all();
      for (const { id } of left.filter((p) => p.roundId === null || p.roundId !== roundId)) setProposalState(tx, { proposalId: id, state: 'superseded', now: input.now });
      setProposalState(tx, { proposalId: attempt.proposalId, state: 'verified', attemptId: attempt.id, error: null, now: input.now });
      // The first candidate that passes brings the book in front of the approver; the others join it there.
      if (getBook(tx, input.bookId).state !== 'in_review') moveBook(tx, { bookId: input.bookId, verb: 'submit_for_review', actor: ENGINE_ACTOR, now: input.now });
    }
    return row;
  });
}

/** An attempt that ended without a verdict (the provider failed, a person stopped it). */
export function failAttempt(tx: Tx, input: { attemptId: string; rationale: string; bookId: string; now: number }): void {
  const row = tx.update(attempts).set({ status: 'error', rationale: cleanText(input.rationale, 20_000), endedAt: input.now }).where(eq(attempts.id, input.attemptId)).returning().get();
  emit(tx, row, input.bookId, input.now);
}

/** Adds what a call used to the attempt's own bill. */
export function addUsage(db: DbOrTx, attemptId: string, usage: Usage): void {
  write(db, (tx) => {
    tx.update(attempts)
      .set({
        inputTokens: sql`${attempts.inputTokens} + ${usage.inputTokens}`,
        outputTokens: sql`${attempts.outputTokens} + ${usage.outputTokens}`,
        cpuSeconds: sql`${attempts.cpuSeconds} + ${usage.cpuSeconds}`,
        costMicros: sql`${attempts.costMicros} + ${usage.costMicros}`,
      })
      .where(eq(attempts.id, attemptId))
      .run();
  });
}

function emit(tx: Tx, row: AttemptRow, bookId: string, now: number): void {
  const gate = row.verdict?.gates.find((g) => g.status === 'fail' || g.status === 'error');
  appendEvent(tx, { kind: 'attempt', bookId, traceId: row.proposalId, spanId: row.id, payload: { attemptId: row.id, number: row.number, status: row.status, gate: gate?.name ?? null, code: gate?.code ?? null }, now });
}
