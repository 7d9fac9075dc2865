import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { appendAudit } from '@/server/audit/append-audit';
import { makeConsole, T0, type TestConsole } from '@/server/books/testing/make-console';
import { enqueueJob } from '@/server/jobs/enqueue-job';
import { ENGINE_ACTOR } from '@/server/contracts/roles';
import type { BookState } from '@/server/contracts/book-state';
import type { ProposalState } from '@/server/contracts/proposal';
import { alerts, autopsies, books, computeAccounts, incidents, jobs, proposals } from '@/server/db/schema';
import { listWaiting } from './list-waiting';

let c: TestConsole;
afterEach(() => c.close());

function halted() {
  c = makeConsole();
  const book = c.book();
  const state = (to: BookState) => c.db.update(books).set({ state: to }).where(eq(books.id, book.id)).run();
  state('halted');
  c.db.insert(incidents).values({ id: 'inc_1', bookId: book.id, episodeId: book.episodeId, date: '2022-05-05', summary: 'It lost money.', status: 'open', openedAt: T0 }).run();
  const alert = (id: string, incidentId: string | null, severity: 'warning' | 'info' = 'warning') =>
    c.db.insert(alerts).values({ id, bookId: book.id, episodeId: book.episodeId, incidentId, rule: 'drawdown', severity, dayIndex: 1, date: '2022-05-05', message: id, evidence: [], firing: true, handling: 'open', openedAt: T0 - 5, updatedAt: T0 }).run();
  return { book, state, alert };
}
const kinds = () => listWaiting(c.db).map((item) => item.kind);

it('names what a person must do next at each stage of an incident, and nothing while the agent works', () => {
  const { book } = halted();
  expect(kinds()).toEqual(['incident']);
  c.db.insert(autopsies).values({ id: 'aut_1', incidentId: 'inc_1', bookId: book.id, version: 1, status: 'draft', document: {}, draftedBy: 'critic', updatedAt: T0 + 1, updatedBy: 'x' }).run();
  expect(listWaiting(c.db)).toMatchObject([{ kind: 'autopsy', since: T0 + 1, bookName: 'Test', incidentId: 'inc_1' }]);
  c.db.update(autopsies).set({ status: 'signed', signedAt: T0 + 2, signedBy: 'x', contentHash: 'h' }).run();
  expect(listWaiting(c.db)[0]?.text).toMatch(/no agent works/);
  const proposal = { id: 'pro_1', bookId: book.id, incidentId: 'inc_1', autopsyId: 'aut_1', packageId: c.package.id, baseCommit: 'x', provider: 'search', maxAttempts: 3, createdBy: 'x', createdAt: T0 + 3, updatedAt: T0 + 3 } as const;
  c.db.insert(proposals).values({ ...proposal, state: 'running' }).run();
  const at = (state: ProposalState) => {
    c.db.update(proposals).set({ state }).run();
    return kinds();
  };
  expect([at('queued'), at('running'), at('verified'), at('holding'), at('exhausted'), at('deployed')]).toEqual([[], [], ['review'], ['approval'], ['proposal'], []]);
  // Two candidates of one round: the one that passed wants a decision, whatever became of the other.
  c.db.update(proposals).set({ state: 'verified', roundId: 'pro_1' }).run();
  c.db.insert(proposals).values({ ...proposal, id: 'pro_2', roundId: 'pro_1', explore: 1, createdAt: T0 + 4, state: 'exhausted' }).run();
  expect(listWaiting(c.db)).toMatchObject([{ kind: 'review', id: 'pro_1' }]);
});

it('lists alerts outside an incident, oldest first with the rest, and leaves out what is only information', () => {
  const { alert } = halted();
  alert('alr_loose', null);
  alert('alr_inside', 'inc_1');
  alert('alr_info', null, 'info');
  expect(listWaiting(c.db).map((item) => item.id)).toEqual(['alr_loose', 'inc_1']);
});

it('asks to close an incident whose book went on or ended without an autopsy', () => {
  const { state } = halted();
  state('running');
  expect(listWaiting(c.db)).toMatchObject([{ kind: 'incident', text: expect.stringContaining('close the incident') }]);
  state('terminated');
  expect(listWaiting(c.db)[0]?.text).toMatch(/episode is over/);
});

it('an account that is used up waits once, with what a person may do; not where nothing is to decide', () => {
  const { book, state } = halted();
  c.db.delete(incidents).run();
  const account = (name: string, exhausted = true) => c.db.insert(computeAccounts).values({ id: `acc_${name}`, name, tokenLimit: 1, cpuSecondLimit: 1, moneyLimitMicros: 1, exhausted, createdAt: T0 }).run();
  const month = (at: number) => `month:${new Date(at).toISOString().slice(0, 7)}`;
  for (const name of [`book:${book.id}`, 'agent:search', month(T0), 'mcp:desk', 'nightly']) account(name);
  account('agent:openai', false);
  account('history:desk');
  account(month(T0 - 40 * 86_400_000));
  appendAudit(c.db, { actor: ENGINE_ACTOR, action: 'capital.exhausted', entity: 'acc_agent:search', detail: { account: 'agent:search', currency: 'cpuSeconds' }, now: T0 + 9 });
  const names = () => listWaiting(c.db, T0).map((item) => item.id.slice(4));
  expect(names()).toEqual([`book:${book.id}`, month(T0), 'mcp:desk', 'nightly', 'agent:search']);
  const items = listWaiting(c.db, T0);
  expect(items[0]).toMatchObject({ kind: 'account', bookId: book.id, bookName: 'Test', severity: 'warning', text: expect.stringMatching(/account of this book has no capital left, .*top it up with a reason, or leave it at zero/) });
  expect(items.at(-1)).toMatchObject({ bookId: null, since: T0 + 9, text: expect.stringContaining('no CPU seconds left') });
  // Topped up, and an episode that is over.
  c.db.update(computeAccounts).set({ exhausted: false }).where(eq(computeAccounts.name, 'nightly')).run();
  state('terminated');
  expect(names()).toEqual([month(T0), 'mcp:desk', 'agent:search']);
});

it('a run that ended because an account is used up is told once, as the run', () => {
  const { book } = halted();
  c.db.insert(autopsies).values({ id: 'aut_1', incidentId: 'inc_1', bookId: book.id, version: 1, status: 'signed', document: {}, draftedBy: 'critic', updatedAt: T0, updatedBy: 'x', signedAt: T0, signedBy: 'x', contentHash: 'h' }).run();
  c.db.insert(computeAccounts).values({ id: 'acc_1', name: 'agent:search', tokenLimit: 1, cpuSecondLimit: 1, moneyLimitMicros: 1, exhausted: true, createdAt: T0 }).run();
  c.db.insert(proposals).values({ id: 'pro_1', bookId: book.id, incidentId: 'inc_1', autopsyId: 'aut_1', packageId: c.package.id, baseCommit: 'x', provider: 'search', maxAttempts: 3, createdBy: 'x', createdAt: T0, updatedAt: T0, state: 'exhausted', error: 'Out of compute capital: account agent:search has no tokens left.' }).run();
  expect(kinds()).toEqual(['proposal']);
  c.db.update(proposals).set({ error: 'None of 3 attempts passed.' }).run();
  expect(kinds()).toEqual(['proposal', 'account']);
});

it('a running book whose last run failed is told, with the reason, until it is run again or stopped', () => {
  const { book, state } = halted();
  c.db.delete(incidents).run();
  state('running');
  const run = (now: number) => enqueueJob(c.db, { kind: 'book.run', payload: { bookId: book.id }, lane: book.id, createdBy: 'x', now });
  const { id } = run(T0);
  expect(kinds()).toEqual([]);
  c.db.update(jobs).set({ state: 'failed', error: 'No untrusted code is run without a working sandbox.', endedAt: T0 + 3 }).where(eq(jobs.id, id)).run();
  expect(listWaiting(c.db)).toMatchObject([{ kind: 'run', id, bookName: 'Test', severity: 'critical', since: T0 + 3, text: expect.stringMatching(/trades no day.*working sandbox/) }]);
  state('halted');
  expect(kinds()).toEqual([]);
  state('running');
  run(T0 + 5);
  expect(kinds()).toEqual([]);
});
