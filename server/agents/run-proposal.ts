import { z } from 'zod';
import { appendEvent } from '@/server/audit/events';
import { getBook } from '@/server/books/get-book';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import type { ProviderName } from '@/server/contracts/proposal';
import { type Db, dataDir, write } from '@/server/db/client';
import type { JobContext, JobHandler } from '@/server/jobs/job';
import { siblingsOf } from '@/server/review/candidate-round';
import { getProposal } from '@/server/review/load-verified';
import { type VerifyInput, verifyPackage } from '@/server/stdaw';
import { cleanText } from '@/server/stdaw/gradient/clean-text';
import { signingKey } from '@/server/stdaw/record/signing-key';
import { makeRecord, storeRecord } from '@/server/stdaw/record/verdict-record';
import { makeTools } from './agent-tools';
import { failAttempt, openAttempt, setProposalState, storeDraft, storeVerdict } from './attempt-store';
import { priceOf } from './capital/prices';
import { NO_USAGE } from './capital/spend';
import { makeEvaluator } from './make-evaluator';
import type { Evaluator } from './search/evaluate-beam';
import { type AgentRun, type AttemptRow, listAttempts, openRun, toPast } from './open-run';
import type { AgentProvider, AgentTools } from './port';
import { whyTestsSpent } from './tests-exposure';
import { withVerifySlot } from './verify-slots';

const payloadSchema = z.object({ proposalId: z.string() });
/** CPU seconds set aside for one verification before it starts. */
const VERIFY_CPU = 30;

export type Providers = Readonly<Partial<Record<ProviderName, AgentProvider>>>;
export interface RunResult {
  readonly proposalId: string;
  readonly state: string;
  readonly attempts: number;
}

/**
 * `agent.run`: attempt after attempt — draft, verify, read the gradient — until one passes, the attempts run out or the
 * compute capital does. Every step is stored before the next begins: a killed engine goes on where it was, an attempt with
 * a stored verdict is never repeated, a stop takes effect at once.
 */
export const runProposalJob = (providers: Providers, clock: () => number = Date.now): JobHandler => async (context) => {
  const { db, signal } = context;
  const { proposalId } = parseOrThrow(payloadSchema, context.payload, 'agent.run payload');
  const state = getProposal(db, proposalId).state;
  if (state !== 'queued' && state !== 'running') return result(db, proposalId);
  try {
    const run = openRun(db, proposalId);
    if (state === 'queued') write(db, (tx) => setProposalState(tx, { proposalId, state: 'running', now: clock() }));
    const provider = providers[run.proposal.provider];
    if (!provider) throw new AppError('MISSING_PART', `This engine has no provider ${run.proposal.provider}.`);
    await attemptUntilDone(context, run, provider, clock);
  } catch (error) {
    if (signal.aborted) throw error;
    end(db, proposalId, error, clock());
  }
  return result(db, proposalId);
};

const result = (db: Db, proposalId: string): RunResult => ({ proposalId, state: getProposal(db, proposalId).state, attempts: listAttempts(db, proposalId).length });

async function attemptUntilDone(context: JobContext, run: AgentRun, provider: AgentProvider, clock: () => number): Promise<void> {
  const { db, signal, progress } = context;
  const { proposal } = run;
  const evaluator = makeEvaluator(run.base, run.market, signal);
  for (;;) {
    signal.throwIfAborted();
    if (getProposal(db, proposal.id).state !== 'running') return;
    const { state } = getBook(db, run.book.id);
    // A candidate goes on while another of its round is already in review: the reviewer picks among those that finish.
    const joined = state === 'in_review' && siblingsOf(db, proposal).some((s) => s.state === 'verified');
    if (state !== 'refactoring' && !joined) throw new AppError('ILLEGAL_TRANSITION', `The book left refactoring (it is ${state.replaceAll('_', ' ')} now); the agent stopped.`);
    const done = listAttempts(db, proposal.id).filter((a) => a.status !== 'drafting' && a.status !== 'verifying');
    if (done.length >= proposal.maxAttempts) {
      write(db, (tx) => setProposalState(tx, { proposalId: proposal.id, state: 'exhausted', error: `None of ${done.length} attempts passed. Give up, or write another mandate.`, now: clock() }));
      return;
    }
    const spent = whyTestsSpent(db, run.base.hashes.tests);
    if (spent !== null) {
      write(db, (tx) => setProposalState(tx, { proposalId: proposal.id, state: 'exhausted', error: spent, now: clock() }));
      return;
    }
    const attempt = openAttempt(db, { proposalId: proposal.id, bookId: run.book.id, now: clock() });
    const price = priceOf(db, { provider: provider.name, model: proposal.model ?? '*', date: new Date(clock()).toISOString().slice(0, 10) });
    const tools = makeTools({ db, proposalId: proposal.id, bookId: run.book.id, attemptId: attempt.id, price, signal, clock });
    progress((attempt.number - 1) / proposal.maxAttempts, `Attempt ${attempt.number} of at most ${proposal.maxAttempts}: drafting`);
    const drafted = attempt.status === 'verifying' ? attempt : await draft(db, run, provider, evaluator, attempt, tools, clock);
    progress((attempt.number - 0.5) / proposal.maxAttempts, `Attempt ${attempt.number} of at most ${proposal.maxAttempts}: verifying`);
    const verified = drafted.verdictHash === null ? await verify(db, run, drafted, tools, clock) : drafted;
    if (verified.status === 'passed') {
      tools.trace('stop', { decision: 'stop', why: `Attempt ${verified.number} passed every gate.` });
      return;
    }
    const { gradient } = verified;
    tools.trace('decision', { decision: 'retry', gate: gradient?.gate ?? null, code: gradient?.code ?? null, text: gradient?.message ?? 'The verification could not be completed.' });
  }
}

async function draft(db: Db, run: AgentRun, provider: AgentProvider, evaluator: Evaluator, attempt: AttemptRow, tools: AgentTools, clock: () => number): Promise<AttemptRow> {
  const { proposal, base } = run;
  tools.trace('spawn', { agent: provider.name, model: proposal.model, attempt: attempt.number });
  const past = [...run.inherited, ...listAttempts(db, proposal.id).filter((a) => a.id !== attempt.id).map(toPast)];
  const started = performance.now();
  const drafted = await provider.draft(
    {
      attemptId: attempt.id, number: attempt.number, autopsy: run.autopsy, base, past, feedback: run.feedback, model: proposal.model, seed: seedOf(proposal.id, attempt.number), explore: proposal.explore, evaluator,
    },
    tools,
  );
  tools.signal.throwIfAborted();
  tools.trace('decision', { decision: 'propose', text: cleanText(drafted.rationale, 20_000), edits: drafted.edits }, { durationMs: performance.now() - started });
  return storeDraft(db, attempt, { draft: drafted, bookId: run.book.id, now: clock() });
}

async function verify(db: Db, run: AgentRun, attempt: AttemptRow, tools: AgentTools, clock: () => number): Promise<AttemptRow> {
  tools.trace('tool_call', { tool: 'stdaw_verify', attempt: attempt.number, diffBytes: attempt.diff?.length ?? 0 });
  const started = performance.now();
  const input: VerifyInput = {
    basePackage: run.base, diff: attempt.diff, phase: 'logic_genesis', constraints: run.autopsy.constraints, acceptance: run.autopsy.acceptance, market: run.market,
    seed: seedOf(run.proposal.id, attempt.number), signal: tools.signal,
    onGate: (gate) => write(db, (tx) => appendEvent(tx, { kind: 'gate', bookId: run.book.id, traceId: run.proposal.id, spanId: `${attempt.id}/verify`, parentSpanId: attempt.id, payload: { attemptId: attempt.id, name: gate.name, status: gate.status, code: gate.code, detail: gate.detail }, durationMs: gate.ms, now: clock() })),
  };
  const verification = await tools.pay('verify', { ...NO_USAGE, cpuSeconds: VERIFY_CPU }, () => withVerifySlot(tools.signal, () => verifyPackage(input)));
  tools.signal.throwIfAborted();
  // Signed and content-addressed, so that the verdict can be replayed on another machine.
  const record = makeRecord(input, verification, signingKey(dataDir()));
  storeRecord(dataDir(), record);
  tools.trace('tool_result', { tool: 'stdaw_verify', status: verification.verdict.status, verdictHash: verification.verdictHash, recordHash: record.hash }, { durationMs: performance.now() - started });
  return storeVerdict(db, attempt, { verification, bookId: run.book.id, now: clock() });
}

/** A fault ends the proposal with a sentence and a state; the book stays in refactoring, from where a person may give up or start again. */
function end(db: Db, proposalId: string, error: unknown, now: number): void {
  const known = error instanceof AppError ? error : null;
  const message = known ? known.message : `The agent broke: ${error instanceof Error ? error.message : String(error)}`;
  write(db, (tx) => {
    const { bookId, state } = getProposal(tx, proposalId);
    if (state !== 'queued' && state !== 'running') return;
    for (const attempt of listAttempts(tx, proposalId)) if (attempt.status === 'drafting' || attempt.status === 'verifying') failAttempt(tx, { attemptId: attempt.id, rationale: message, bookId, now });
    const spent = known?.code === 'OUT_OF_MONEY' || known?.code === 'STRATEGY_FAILED';
    setProposalState(tx, { proposalId, state: spent ? 'exhausted' : known?.code === 'ILLEGAL_TRANSITION' ? 'stopped' : 'failed', error: message.slice(0, 2000), now });
    appendEvent(tx, { kind: 'stop', bookId, traceId: proposalId, payload: { decision: 'stop', why: message, code: known?.code ?? 'INTERNAL' }, now });
  });
}

/** 32-bit seed of an attempt: the same proposal replays alike. FNV-1a. */
function seedOf(proposalId: string, attempt: number): number {
  let h = 0x811c9dc5;
  for (const c of `${proposalId}:${attempt}`) h = Math.imul(h ^ c.charCodeAt(0), 0x01000193) >>> 0;
  return h;
}
