import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { getBook } from '@/server/books/get-book';
import { moveBook } from '@/server/books/move-book';
import { APPROVER, OPERATOR, T0 } from '@/server/books/testing/make-console';
import type { AppError } from '@/server/contracts/errors';
import { write } from '@/server/db/client';
import { computeAccounts, jobs } from '@/server/db/schema';
import type { Job } from '@/server/jobs/job';
import { getProposal } from '@/server/review/load-verified';
import type { ProposalRow } from '@/server/review/types';
import { testSandbox } from '@/server/test/test-sandbox';
import { makeUnifiedDiff } from '@/server/stdaw';
import { listAttempts } from './open-run';
import type { AgentProvider, AgentTask } from './port';
import { runProposalJob } from './run-proposal';
import { requestChangesAndRetry, startProposal } from './start-proposal';
import { stopProposal } from './stop-proposal';
import { type IncidentWorld, makeIncident } from './testing/make-incident';

const selfTest = await testSandbox();
const test = it.skipIf(!selfTest.ok);
let incident: IncidentWorld;
let proposal: ProposalRow;
beforeAll(async () => {
  if (selfTest.ok) incident = await makeIncident({ days: 30, symbols: 30 });
}, 60_000);
afterAll(() => incident?.world.close());
/** Each test starts its own agent; what the one before left is given up. */
beforeEach(() => {
  if (!selfTest.ok) return;
  const { db } = incident.world;
  const { state } = getBook(db, incident.bookId);
  write(db, (tx) => {
    if (state === 'refactoring' || state === 'in_review') moveBook(tx, { bookId: incident.bookId, verb: 'give_up', reason: 'next test', actor: OPERATOR, now: T0 });
    if (getBook(tx, incident.bookId).state === 'halted') moveBook(tx, { bookId: incident.bookId, verb: 'open_autopsy', actor: OPERATOR, now: T0 });
  });
  proposal = startProposal(db, { autopsyId: incident.autopsyId, provider: 'search', actor: OPERATOR, now: T0 });
});

type Script = (task: AgentTask, change: (path: string, from: string, to: string) => string) => string | Promise<string>;
/** An agent that answers from a script; behind the port nobody can tell. */
const scripted = (script: Script): AgentProvider => ({
  name: 'search',
  async draft(task) {
    const files = [...task.base.sources, ...task.base.tests];
    const change = (path: string, from: string, to: string) => makeUnifiedDiff(files, files.map((f) => (f.path === path ? { path, text: f.text.replace(from, to) } : f)));
    return { diff: await script(task, change), edits: [], rationale: 'scripted' };
  },
});
const slower = (change: Parameters<Script>[1], days = 20) => change('src/schedule.ts', 'REBALANCE_EVERY_DAYS = 1', `REBALANCE_EVERY_DAYS = ${days}`);

async function run(provider: AgentProvider, stop = new AbortController()) {
  const { db } = incident.world;
  const job = db.select().from(jobs).where(eq(jobs.idempotencyKey, `agent.run:${proposal.id}`)).get() as Job;
  await runProposalJob({ search: provider })({ db, job, payload: job.payload, signal: stop.signal, progress: () => {} }).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return { state: getProposal(db, proposal.id).state, attempts: listAttempts(db, proposal.id) };
}

test('an agent that cheats meets each gate, and its gradients lead to an honest fix', async () => {
  const seen: (string | undefined)[] = [];
  const { state, attempts } = await run(
    scripted((task, change) => {
      seen.push(task.past.at(-1)?.gradient?.code);
      if (task.number === 1) return change('tests/schedule.test.ts', 'expect(', 'void (');
      if (task.number === 2) return change('src/strategy.ts', 'export function decide', '(globalThis as any).process?.exit(0);\nexport function decide');
      if (task.number === 3) return change('src/risk.ts', 'Math.min(maxWeight,', 'Math.min(1,');
      if (task.number === 4) return 'no diff at all';
      return slower(change);
    }),
  );
  expect(attempts.map((a) => a.status)).toEqual(['failed', 'failed', 'failed', 'failed', 'passed']);
  expect(attempts.slice(0, 4).map((a) => a.gradient?.gate)).toEqual(['scope', expect.stringMatching(/types|sanitizer/), 'scope', 'applies']);
  expect(seen.slice(1)).toEqual(attempts.slice(0, 4).map((a) => a.gradient?.code));
  expect(state).toBe('verified');
  expect(getBook(incident.world.db, incident.bookId).state).toBe('in_review');

  const { db } = incident.world;
  const next = requestChangesAndRetry(db, { proposalId: proposal.id, reason: 'Hold for ten days instead', actor: APPROVER, now: T0 });
  expect(next).toMatchObject({ parentId: proposal.id, state: 'queued' });
  expect(getBook(db, incident.bookId).state).toBe('refactoring');
  proposal = next;
  let told: readonly string[] = [];
  await run(scripted((task, change) => {
    told = task.feedback;
    expect(task.past).toHaveLength(5);
    return slower(change, 10);
  }));
  expect(told).toEqual(['Hold for ten days instead']);
}, 120_000);

test('a killed engine goes on with the unfinished attempt and repeats no stored verdict', async () => {
  let drafts = 0;
  const stop = new AbortController();
  const provider = scripted((task, change) => {
    drafts++;
    if (task.number === 2 && drafts === 2) stop.abort('shutdown');
    return task.number === 1 ? change('tests/schedule.test.ts', 'expect(', 'void (') : slower(change);
  });
  const killed = await run(provider, stop);
  expect(killed).toMatchObject({ state: 'running', attempts: [{ status: 'failed' }, { status: 'drafting' }] });
  const resumed = await run(provider);
  expect(resumed.state).toBe('verified');
  expect(resumed.attempts.map((a) => a.id)).toEqual(killed.attempts.map((a) => a.id));
  expect(resumed.attempts[0]).toEqual(killed.attempts[0]);
  expect(drafts).toBe(3);
}, 120_000);

test('stop works at once, and the book can be given to another agent', async () => {
  const { db } = incident.world;
  const stopped = await run(scripted((_task, change) => {
    stopProposal(db, { proposalId: proposal.id, actor: OPERATOR, now: T0 });
    return slower(change);
  }));
  expect(getProposal(db, proposal.id)).toMatchObject({ state: 'stopped', error: 'Stopped by Otto.' });
  expect(stopped.attempts).toMatchObject([{ status: 'error', diff: null, rationale: 'Stopped by Otto.' }]);
  expect(() => stopProposal(db, { proposalId: proposal.id, actor: OPERATOR, now: T0 })).toThrow(/not running/);
  expect(getBook(db, incident.bookId).state).toBe('refactoring');
  const other = startProposal(db, { autopsyId: incident.autopsyId, provider: 'search', actor: OPERATOR, now: T0 });
  expect(other.id).not.toBe(proposal.id);
  stopProposal(db, { proposalId: other.id, actor: OPERATOR, now: T0 });
}, 60_000);

test('attempts run out: exhausted, with a way out', async () => {
  const { db } = incident.world;
  const { state, attempts } = await run(scripted(() => 'not a diff'));
  expect(state).toBe('exhausted');
  expect(attempts).toHaveLength(5);
  expect(getProposal(db, proposal.id).error).toMatch(/None of 5 attempts passed/);
});

test('compute capital runs out: exhausted, absorbing, and no agent starts any more', async () => {
  const { db } = incident.world;
  db.update(computeAccounts).set({ cpuSecondLimit: 0.001 }).run();
  const { state, attempts } = await run(scripted((_task, change) => slower(change)));
  expect(state).toBe('exhausted');
  expect(attempts[0]?.status).toBe('error');
  expect(getProposal(db, proposal.id).error).toMatch(/Out of compute capital/);
  let code = '';
  try {
    startProposal(db, { autopsyId: incident.autopsyId, provider: 'search', actor: OPERATOR, now: T0 });
  } catch (error) {
    code = (error as AppError).code;
  }
  expect(code).toBe('OUT_OF_MONEY');
});
