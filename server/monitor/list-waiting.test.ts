import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { makeConsole, T0, type TestConsole } from '@/server/books/testing/make-console';
import type { BookState } from '@/server/contracts/book-state';
import type { ProposalState } from '@/server/contracts/proposal';
import { alerts, autopsies, books, incidents, proposals } from '@/server/db/schema';
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
