import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listEventsAfter } from '@/server/audit/events';
import { getBook } from '@/server/books/get-book';
import { openStepper } from '@/server/books/stepper';
import { APPROVER, OPERATOR, T0 } from '@/server/books/testing/make-console';
import { loadVersion } from '@/server/books/versions';
import type { ProviderName } from '@/server/contracts/proposal';
import { rootDir } from '@/server/db/client';
import { openLiveChannel } from '@/server/jobs/live-channel';
import { runWorkerLoop } from '@/server/jobs/worker-loop';
import { approveProposal } from '@/server/review/approve-proposal';
import { getProposal } from '@/server/review/load-verified';
import { testSandbox } from '@/server/test/test-sandbox';
import { setPrices } from './capital/prices';
import { deployApprovedJob } from './deploy-approved';
import { anthropicStream, type Loopback, loopback, openaiStream, type Scripted } from './model/testing/loopback';
import { listAttempts } from './open-run';
import { PROVIDERS } from './providers';
import { getReviewPage } from './read-review-page';
import { runProposalJob } from './run-proposal';
import { startProposal } from './start-proposal';
import { stopProposal } from './stop-proposal';
import { type IncidentWorld, makeIncident } from './testing/make-incident';

const selfTest = await testSandbox();
const test = it.skipIf(!selfTest.ok);
let incident: IncidentWorld;
let server: Loopback | undefined;
let dir = '';

/** A copy of the Python template with one more fault in it: the signal looks back one day only, so that every day turns the book over. */
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'faulty-'));
  cpSync(join(rootDir(), 'strategies/daily-momentum-py'), dir, { recursive: true });
  const file = join(dir, 'src/alpha.py');
  writeFileSync(file, readFileSync(file, 'utf8').replace('MOMENTUM_DAYS = 4', 'MOMENTUM_DAYS = 1'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  incident?.world.close();
  await server?.close();
  rmSync(dir, { recursive: true, force: true });
});

async function work(until: () => boolean, now = () => Date.now()): Promise<void> {
  const stop = new AbortController();
  const timer = setInterval(() => until() && stop.abort(), 50);
  await runWorkerLoop({ db: incident.world.db, owner: `${process.pid}@test`, handlers: { 'agent.run': runProposalJob(PROVIDERS), 'proposal.deploy': deployApprovedJob(now) }, signal: stop.signal, pollMs: 20, clock: now });
  clearInterval(timer);
}

/** Runs an agent to its end; what it made is approved, deployed and traded on, all in Python. */
async function fromStartToTrading(provider: ProviderName, model?: string) {
  incident = await makeIncident({ templateDir: dir });
  const { bookId, autopsyId, world: { db } } = incident;
  if (model) setPrices(db, { prices: [{ provider, model, from: '1970-01-01', inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 }], actor: APPROVER, now: T0 });
  const proposal = startProposal(db, { autopsyId, provider, ...(model ? { model } : {}), actor: OPERATOR, now: T0 + 3 });
  await work(() => !['queued', 'running'].includes(getProposal(db, proposal.id).state));
  const attempts = listAttempts(db, proposal.id);
  expect([getProposal(db, proposal.id).state, getProposal(db, proposal.id).error]).toEqual(['verified', null]);
  const last = attempts.at(-1)!;
  expect(last.verdict).toMatchObject({ status: 'pass' });
  const { before, after } = last.verdict!.sim2real!;
  expect(after.annualTurnover!).toBeLessThan(before.annualTurnover!);
  expect(getBook(db, bookId).state).toBe('in_review');

  const review = getReviewPage(db, { proposalId: proposal.id, actor: APPROVER });
  expect(review).toMatchObject({ whyNotApprovable: null });
  const approval = approveProposal(db, { proposalId: proposal.id, expectedBinding: review.bindingHash!, actor: APPROVER, now: T0 + 10 });
  await work(() => getProposal(db, proposal.id).state !== 'holding', () => Math.max(Date.now(), approval.holdUntil));
  expect(getProposal(db, proposal.id).state).toBe('deployed');
  const book = getBook(db, bookId);
  expect(book.state).toBe('running');
  const deployed = loadVersion(db, book.versionId);
  expect(deployed.manifest.language).toBe('python');
  const stepper = openStepper(db, bookId);
  const step = await stepper.step();
  await stepper.close();
  expect(step).not.toBeNull();
  return { db, proposal, attempts, sources: Object.fromEntries(deployed.sources.map((f) => [f.path, f.text])) };
}

const call = (name: string, input: object, id: string) => ({ id, name, input: JSON.stringify(input) });
const CHEAT = '--- a/tests/test_schedule.py\n+++ b/tests/test_schedule.py\n@@ -1 +1,2 @@\n+import pytest\n';
/** First the tests, then a constant moved too little, then, with the gradient in hand, far enough. */
const SCRIPT: readonly Scripted[] = [
  { text: 'The tests are in the way.', calls: [call('apply_diff', { diff: CHEAT, why: 'tests' }, 'a')] },
  { calls: [call('read_symbol', { path: 'src/schedule.py', symbol: 'REBALANCE_EVERY_DAYS' }, 'b'), call('replace_function_body', { path: 'src/schedule.py', symbol: 'is_rebalance_day', body: 'return (day_index', why: 'x' }, 'b2')] },
  { calls: [call('set_constant', { path: 'src/schedule.py', symbol: 'REBALANCE_EVERY_DAYS', value: '2', why: 'turnover' }, 'c'), call('verify', { rationale: 'A little slower.' }, 'c2')] },
  { calls: [call('set_constant', { path: 'src/schedule.py', symbol: 'REBALANCE_EVERY_DAYS', value: '30', why: 'TURNOVER_TOO_HIGH' }, 'd'), call('set_constant', { path: 'src/alpha.py', symbol: 'MOMENTUM_DAYS', value: '20', why: 'a slower signal' }, 'd2'), call('verify', { rationale: 'Slow enough for the limit.' }, 'd3')] },
];

test.each(['openai', 'anthropic'] as const)('a scripted %s model first edits the tests, then mends the planted fault by the gradient; the patch is approved and trades', async (vendor) => {
  const stream = { openai: openaiStream, anthropic: anthropicStream }[vendor];
  server = await loopback(SCRIPT.map((reply) => stream(reply)));
  vi.stubEnv(`${vendor.toUpperCase()}_API_KEY`, 'k');
  vi.stubEnv(`${vendor.toUpperCase()}_BASE_URL`, server.url + (vendor === 'openai' ? '/v1' : ''));
  const { db, proposal, attempts, sources } = await fromStartToTrading(vendor, 'fake-1');
  expect(attempts.map((a) => [a.status, a.gradient?.code ?? null])).toEqual([['failed', 'TURNOVER_TOO_HIGH'], ['passed', null]]);
  expect(attempts[1]!.edits).toMatchObject([{ kind: 'set_constant', path: 'src/schedule.py', symbol: 'REBALANCE_EVERY_DAYS' }, { kind: 'set_constant', path: 'src/alpha.py', symbol: 'MOMENTUM_DAYS' }]);
  expect(sources['src/schedule.py']).toContain('REBALANCE_EVERY_DAYS = 30\n');
  const results = listEventsAfter(db, { afterId: 0, traceId: proposal.id }).filter((e) => e.kind === 'tool_result').map((e) => e.payload as { tool: string; isError?: boolean; text?: string });
  expect(results.find((r) => r.tool === 'apply_diff')).toMatchObject({ isError: true, text: expect.stringMatching(/tests\/test_schedule\.py/) });
  expect(results.find((r) => r.tool === 'replace_function_body')).toMatchObject({ isError: true, text: expect.stringMatching(/does not parse: line \d/) });
  const told = JSON.stringify(server.bodies.at(-1));
  expect(told).toContain('TURNOVER_TOO_HIGH');
  expect(told).toContain('def is_rebalance_day(day_index, every_days)');
}, 180_000);

test('the offline search mends it without a model', async () => {
  const { attempts, sources } = await fromStartToTrading('search');
  expect(attempts.at(-1)!.edits.length).toBeGreaterThan(0);
  expect(Object.keys(sources).every((path) => path.endsWith('.py'))).toBe(true);
}, 180_000);

test('a person stops it in the middle of a turn: the line is closed, and what was said so far is nowhere', async () => {
  server = await loopback([openaiStream({ text: 'I think of a plan. '.repeat(200), dripMs: 20 })]);
  vi.stubEnv('OPENAI_API_KEY', 'k');
  vi.stubEnv('OPENAI_BASE_URL', `${server.url}/v1`);
  incident = await makeIncident({ templateDir: dir, days: 30, symbols: 30 });
  const { autopsyId, world: { db } } = incident;
  setPrices(db, { prices: [{ provider: 'openai', model: 'fake-1', from: '1970-01-01', inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 }], actor: APPROVER, now: T0 });
  const proposal = startProposal(db, { autopsyId, provider: 'openai', model: 'fake-1', actor: OPERATOR, now: T0 + 3 });
  const seen: { done: boolean; at: number }[] = [];
  let stoppedAt = 0;
  openLiveChannel(({ done }) => {
    seen.push({ done, at: performance.now() });
    if (seen.length !== 3) return;
    stoppedAt = performance.now();
    stopProposal(db, { proposalId: proposal.id, actor: OPERATOR, now: Date.now() });
  });
  await work(() => seen.at(-1)?.done === true);
  openLiveChannel(() => {});
  expect(seen.at(-1)!.at - stoppedAt).toBeLessThan(1500);
  expect(getProposal(db, proposal.id).state).toBe('stopped');
  expect(listAttempts(db, proposal.id)).toMatchObject([{ status: 'error', diff: null }]);
  expect(JSON.stringify(listEventsAfter(db, { afterId: 0, traceId: proposal.id }))).not.toContain('I think of a plan');
  expect(server.bodies).toHaveLength(1);
}, 60_000);
