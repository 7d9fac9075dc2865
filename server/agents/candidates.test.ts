import { afterAll, beforeAll, expect, it } from 'vitest';
import { getBook } from '@/server/books/get-book';
import { rejectProposal } from '@/server/books/decide-review';
import { APPROVER, OPERATOR, T0 } from '@/server/books/testing/make-console';
import type { AppError } from '@/server/contracts/errors';
import { runWorkerLoop } from '@/server/jobs/worker-loop';
import { approveProposal } from '@/server/review/approve-proposal';
import { cancelApproval } from '@/server/review/end-approval';
import { getProposal, loadVerified } from '@/server/review/load-verified';
import { testSandbox } from '@/server/test/test-sandbox';
import { makeUnifiedDiff } from '@/server/stdaw';
import { openAccount, readBalance } from './capital/account';
import { accountName } from './capital/purse';
import { listAttempts } from './open-run';
import type { AgentProvider } from './port';
import { getReviewPage } from './read-review-page';
import { runProposalJob } from './run-proposal';
import { startCandidates } from './start-proposal';
import { type IncidentWorld, makeIncident } from './testing/make-incident';

const selfTest = await testSandbox();
const test = it.skipIf(!selfTest.ok);
let incident: IncidentWorld;
let ids: string[];
const HOLD_DAYS = [5, 10, 20];
/** The n-th candidate holds longer than the one before; verification is the real one. */
const scripted: AgentProvider = {
  name: 'search',
  draft({ base, explore }) {
    const after = base.sources.map((f) => ({ ...f, text: f.text.replace(/REBALANCE_EVERY_DAYS = \d+/, `REBALANCE_EVERY_DAYS = ${HOLD_DAYS[explore]}`) }));
    return Promise.resolve({ diff: makeUnifiedDiff(base.sources, after), edits: [], rationale: `hold ${HOLD_DAYS[explore]} days` });
  },
};
const states = (): string[] => ids.map((id) => getProposal(incident.world.db, id).state);

beforeAll(async () => {
  if (!selfTest.ok) return;
  incident = await makeIncident({ days: 30, symbols: 30 });
  const { db } = incident.world;
  ids = startCandidates(db, { autopsyId: incident.autopsyId, candidates: [{ provider: 'search' }, { provider: 'search' }, { provider: 'search' }], actor: OPERATOR, now: T0 }).map((p) => p.id);
}, 60_000);
afterAll(() => incident?.world.close());

test('one to four agents; the same round again is the round that runs, another one must wait', () => {
  const { db } = incident.world;
  const start = (n: number) => startCandidates(db, { autopsyId: incident.autopsyId, candidates: Array.from({ length: n }, () => ({ provider: 'search' as const })), actor: OPERATOR, now: T0 + 1 });
  expect(start(3).map((p) => p.id)).toEqual(ids);
  const code = (n: number): string => {
    try {
      start(n);
    } catch (error) {
      return (error as AppError).code;
    }
    return 'started';
  };
  expect([code(0), code(5), code(2)]).toEqual(['BAD_INPUT', 'BAD_INPUT', 'ALREADY_DONE']);
});

test('all work at once, each is verified for good, and the reviewer sees them ranked by Sim2Real', async () => {
  const { db, } = incident.world;
  const stop = new AbortController();
  const timer = setInterval(() => states().every((s) => s !== 'queued' && s !== 'running') && stop.abort(), 50);
  let together = 0;
  const watched: AgentProvider = { name: 'search', draft: (task, tools) => {
    together = Math.max(together, states().filter((s) => s === 'running').length);
    return scripted.draft(task, tools);
  } };
  await runWorkerLoop({ db, owner: `${process.pid}@test`, handlers: { 'agent.run': runProposalJob({ search: watched }) }, signal: stop.signal, pollMs: 20, concurrency: 3 });
  clearInterval(timer);
  expect(together).toBeGreaterThan(1);
  expect(states()).toEqual(['verified', 'verified', 'verified']);
  expect(getBook(db, incident.bookId).state).toBe('in_review');
  const { candidates } = getReviewPage(db, { proposalId: ids[0]!, actor: APPROVER });
  expect(candidates.map((c) => c.rank)).toEqual([1, 2, 3]);
  const deltas = candidates.map((c) => c.rewardDelta!);
  expect(deltas).toEqual([...deltas].sort((a, b) => b - a));
  for (const c of candidates) expect(c).toMatchObject({ provider: 'search', attempts: 1, annualTurnover: expect.any(Number), principalLoss: expect.any(Number) });
  // One purse: what the attempts were billed is what the account spent.
  const { spent } = readBalance(db, openAccount(db, { name: accountName(incident.bookId), actor: OPERATOR, now: T0 }).id);
  expect(spent.cpuSeconds).toBeCloseTo(ids.flatMap((id) => listAttempts(db, id)).reduce((n, a) => n + a.cpuSeconds, 0), 6);
}, 120_000);

test('picking one sets the others aside in the same act; taking the pick back brings them back', () => {
  const { db } = incident.world;
  const approve = (id: string) => approveProposal(db, { proposalId: id, expectedBinding: loadVerified(db, id).bindingHash, actor: APPROVER, now: T0 + 10 });
  const approval = approve(ids[1]!);
  expect(states()).toEqual(['superseded', 'holding', 'superseded']);
  expect(getProposal(db, ids[0]!)).toMatchObject({ supersededBy: ids[1], error: 'Ada picked candidate 2 (search) instead.' });
  expect(() => approve(ids[0]!)).toThrow(/Another proposal was taken/);
  cancelApproval(db, { approvalId: approval.id, actor: APPROVER, now: T0 + 11 });
  expect(states()).toEqual(['verified', 'verified', 'verified']);
});

test('rejecting one leaves the others in review; rejecting the last one halts the book', () => {
  const { db } = incident.world;
  const reject = (id: string) => rejectProposal(db, { proposalId: id, reason: 'not this one', actor: APPROVER, now: T0 + 20 });
  reject(ids[0]!);
  expect(getBook(db, incident.bookId).state).toBe('in_review');
  reject(ids[2]!);
  reject(ids[1]!);
  expect(states()).toEqual(['rejected', 'rejected', 'rejected']);
  expect(getBook(db, incident.bookId).state).toBe('halted');
});
