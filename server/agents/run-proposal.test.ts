import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { getBook } from '@/server/books/get-book';
import { APPROVER, OPERATOR, T0 } from '@/server/books/testing/make-console';
import { listEventsAfter } from '@/server/audit/events';
import { getIncident } from '@/server/autopsy/incident-rows';
import { runWorkerLoop } from '@/server/jobs/worker-loop';
import { approveProposal } from '@/server/review/approve-proposal';
import { getProposal, loadVerified } from '@/server/review/load-verified';
import { loadPackage } from '@/server/strategy/load-package';
import { rootDir } from '@/server/db/client';
import { testSandbox } from '@/server/test/test-sandbox';
import { deployApprovedJob } from './deploy-approved';
import { openAccount, readBalance } from './capital/account';
import { accountName } from './capital/purse';
import { listAttempts } from './open-run';
import { PROVIDERS } from './providers';
import { getReviewPage } from './read-review-page';
import { getRunPage } from './read-run-page';
import { runProposalJob } from './run-proposal';
import { renameEverything } from './search/sample-packages.fixture';
import { startProposal } from './start-proposal';
import { type IncidentWorld, makeIncident } from './testing/make-incident';

const selfTest = await testSandbox();
const test = it.skipIf(!selfTest.ok);
let incident: IncidentWorld;
const temporary: string[] = [];
afterEach(() => {
  incident?.world.close();
  for (const dir of temporary.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** Runs the queue until a predicate holds. */
async function work(until: () => boolean, now = () => Date.now()): Promise<void> {
  const stop = new AbortController();
  const timer = setInterval(() => until() && stop.abort(), 50);
  await runWorkerLoop({ db: incident.world.db, owner: `${process.pid}@test`, handlers: { 'agent.run': runProposalJob(PROVIDERS), 'proposal.deploy': deployApprovedJob(now) }, signal: stop.signal, pollMs: 20, clock: now });
  clearInterval(timer);
}

test('the whole loop: a failing attempt, its gradient, a passing one, approval, and the book runs the new version', async () => {
  incident = await makeIncident();
  const { bookId, autopsyId, world: { db } } = incident;
  const proposal = startProposal(db, { autopsyId, provider: 'search', actor: OPERATOR, now: T0 + 3 });
  expect(startProposal(db, { autopsyId, provider: 'search', actor: OPERATOR, now: T0 + 4 }).id).toBe(proposal.id);
  expect(getBook(db, bookId).state).toBe('refactoring');
  await work(() => !['queued', 'running'].includes(getProposal(db, proposal.id).state));

  const attempts = listAttempts(db, proposal.id);
  expect(attempts[0]).toMatchObject({ status: 'failed', gradient: { gate: 'sim2real', code: 'TURNOVER_TOO_HIGH' } });
  const last = attempts.at(-1)!;
  expect(last.status).toBe('passed');
  const { before, after } = last.verdict!.sim2real!;
  expect(after.annualTurnover).toBeLessThanOrEqual(20);
  expect(after.annualTurnover!).toBeLessThan(before.annualTurnover!);
  for (const attempt of attempts) expect(attempt.cpuSeconds).toBeGreaterThan(0);
  expect(getProposal(db, proposal.id)).toMatchObject({ state: 'verified', attemptId: last.id });
  expect(getBook(db, bookId).state).toBe('in_review');
  const events = listEventsAfter(db, { afterId: 0, traceId: proposal.id });
  expect(new Set(events.map((e) => e.kind))).toEqual(new Set(['proposal.state', 'attempt', 'spawn', 'message', 'decision', 'tool_call', 'tool_result', 'gate', 'stop']));
  const { spent } = readBalance(db, openAccount(db, { name: accountName(bookId), actor: OPERATOR, now: 0 }).id);
  expect(spent.cpuSeconds).toBeCloseTo(attempts.reduce((sum, a) => sum + a.cpuSeconds, 0), 9);

  const run = getRunPage(db, { proposalId: proposal.id, actor: OPERATOR });
  expect(run.whyNotStop).toMatch(/not running/);
  const review = getReviewPage(db, { proposalId: proposal.id, actor: APPROVER });
  expect(review).toMatchObject({ whyNotApprovable: null, bindingHash: loadVerified(db, proposal.id).bindingHash });
  // Which lever it is, the words of the critic's draft decide.
  expect(review.sourcesAfter).not.toEqual(review.sourcesBefore);

  const approval = approveProposal(db, { proposalId: proposal.id, expectedBinding: review.bindingHash!, actor: APPROVER, now: T0 + 10 });
  await work(() => getProposal(db, proposal.id).state !== 'holding', () => Math.max(Date.now(), approval.holdUntil));
  expect(getProposal(db, proposal.id).state).toBe('deployed');
  expect(getBook(db, bookId).state).toBe('running');
  expect(getIncident(db, 'inc_1').status).toBe('closed');
}, 120_000);

/** A copy of the demo package in which no symbol has the name it had and no comment is left. */
function renamedTemplate(): string {
  const pkg = loadPackage(join(rootDir(), 'strategies/daily-momentum'));
  const dir = mkdtempSync(join(tmpdir(), 'renamed-'));
  temporary.push(dir);
  for (const file of renameEverything([{ path: 'strategy.json', text: JSON.stringify(pkg.manifest) }, ...pkg.sources, ...pkg.tests, ...pkg.baseline])) {
    mkdirSync(dirname(join(dir, file.path)), { recursive: true });
    writeFileSync(join(dir, file.path), file.text);
  }
  return dir;
}

test.each([
  ['a copy of the package with every symbol renamed', renamedTemplate],
  ['a package of other names and structure', () => join(rootDir(), 'strategies/breakout-rotation')],
])('ends in a passing verdict and less turnover: %s', async (_name, template) => {
  incident = await makeIncident({ templateDir: template() });
  const { db } = incident.world;
  const proposal = startProposal(db, { autopsyId: incident.autopsyId, provider: 'search', actor: OPERATOR, now: T0 + 3 });
  await work(() => !['queued', 'running'].includes(getProposal(db, proposal.id).state));
  const attempts = listAttempts(db, proposal.id);
  expect(getProposal(db, proposal.id)).toMatchObject({ state: 'verified' });
  const { before, after } = attempts.at(-1)!.verdict!.sim2real!;
  expect(after.annualTurnover!).toBeLessThan(before.annualTurnover!);
}, 120_000);
