import { afterEach, expect, it } from 'vitest';
import { startRun, setPace, stopRun } from './control-run';
import { configureBook } from './configure-book';
import { getBookPage } from './get-book-page';
import { getBook } from './get-book';
import { listBookRows } from './list-book-rows';
import { listVersions } from './list-versions';
import { moveBook } from './move-book';
import { readDay } from './read-day';
import { rollBack } from './roll-back';
import { startNewEpisode } from './start-new-episode';
import { openStepper } from './stepper';
import { APPROVER, makeConsole, OPERATOR, T0, type TestConsole } from './testing/make-console';
import { write } from '@/server/db/client';

let c: TestConsole;
afterEach(() => c.close());
const VIEWER = { ...OPERATOR, name: 'Vera', role: 'viewer' as const };

async function walk(bookId: string, days: number): Promise<void> {
  const stepper = openStepper(c.db, bookId, { clock: () => T0 });
  for (let i = 0; i < days; i += 1) await stepper.step();
  await stepper.close();
}
const halt = (bookId: string) => write(c.db, (tx) => moveBook(tx, { bookId, verb: 'halt', reason: 'test', actor: OPERATOR, now: T0 }));

it('shows every book in a fixed number of queries, before and after its first day', async () => {
  c = makeConsole();
  const book = c.book();
  c.book({ name: 'Empty' });
  await walk(book.id, 70);
  const [empty, full] = listBookRows(c.db);
  expect(empty).toMatchObject({ name: 'Empty', equityFen: null, date: null, daysDone: 0, spark: [1], synthetic: true });
  expect(full).toMatchObject({ name: 'Test', daysDone: 70, openAlerts: 0, lastStepAt: T0 });
  expect(full?.spark.length).toBeLessThanOrEqual(60);
  expect(full?.spark.at(-1)).toBe((full?.equityFen ?? 0) / 100_000_000);
  expect(full?.frictionRealised).toBeGreaterThan(0);
});

it('the page of a book holds its rows, and says why a verb is not possible', async () => {
  c = makeConsole();
  const book = c.book();
  await walk(book.id, 4);
  const page = getBookPage(c.db, { bookId: book.id, actor: VIEWER });
  expect(page.recentSteps.map((s) => s.dayIndex)).toEqual([3, 2, 1, 0]);
  expect(page.recentSteps[0]).not.toHaveProperty('state');
  const held = page.holdings.reduce((sum, h) => sum + h.valueFen, 0);
  expect(held + (page.lastStep?.cashFen ?? 0)).toBe(page.lastStep?.equityFen);
  expect(page.canStepWhy).toMatch(/role operator/);
  const verb = (name: string, actor = APPROVER) => getBookPage(c.db, { bookId: book.id, actor }).verbs.find((v) => v.verb === name);
  expect(verb('halt', OPERATOR)).toMatchObject({ why: null, fromHere: true });
  expect(verb('halt', VIEWER)?.why).toMatch(/needs the role operator/);
  expect(verb('roll_back')?.why).toMatch(/first version/);
  expect(verb('resume')?.why).toMatch(/possible when it is halted/);
  const day = readDay(c.db, { bookId: book.id, date: page.recentSteps[1]?.date ?? '' });
  expect([day.prevDate, day.nextDate]).toEqual([page.recentSteps[2]?.date, page.recentSteps[0]?.date]);
  expect(day.fills.every((f) => day.orders.some((o) => o.id === f.orderId))).toBe(true);
  expect(() => readDay(c.db, { bookId: book.id, date: '1999-01-01' })).toThrow(/no trading day/);
});

it('a new episode starts from fresh capital where the old one stands, and the old one is kept', async () => {
  c = makeConsole();
  const book = c.book({ friction: false });
  await walk(book.id, 3);
  expect(() => startNewEpisode(c.db, { bookId: book.id, reason: 'phase 1', friction: true, actor: APPROVER, now: T0 })).toThrow(/possible when it is terminated or halted/);
  halt(book.id);
  const { episode } = startNewEpisode(c.db, { bookId: book.id, reason: 'phase 1', friction: true, actor: APPROVER, now: T0 });
  expect(episode).toMatchObject({ number: 2, friction: true, initialFen: 100_000_000 });
  await walk(book.id, 2);
  const page = getBookPage(c.db, { bookId: book.id, actor: APPROVER });
  expect(page.episodes.map((e) => e.endReason)).toEqual(['phase 1', null]);
  expect(page.book.daysDone).toBe(2);
  expect(getBookPage(c.db, { bookId: book.id, actor: APPROVER, episodeId: page.episodes[0]?.id }).recentSteps[0]?.commissionFen).toBe(0);
});

it('rolls back to the version before the one now, never in a circle', async () => {
  c = makeConsole();
  const book = c.book();
  await walk(book.id, 2);
  const v2 = c.addVersion('export const lookbackDays = 1;\nexport function decide() {\n  return null;\n}\n');
  const { books } = await import('@/server/db/schema');
  const { recordDeployment } = await import('./deploy-version');
  const { eq } = await import('drizzle-orm');
  write(c.db, (tx) => {
    tx.update(books).set({ versionId: v2.id }).where(eq(books.id, book.id)).run();
    recordDeployment(tx, { book: getBook(tx, book.id), versionId: v2.id, kind: 'deploy', approvalId: null, actorName: 'x', now: T0 + 1 });
  });
  await walk(book.id, 2);
  expect(() => rollBack(c.db, { bookId: book.id, reason: 'worse', actor: OPERATOR, now: T0 + 2 })).toThrow(/needs the role approver/);
  expect(rollBack(c.db, { bookId: book.id, reason: 'worse', actor: APPROVER, now: T0 + 2 }).versionId).toBe(c.version.id);
  await walk(book.id, 1);
  expect(listVersions(c.db, book.id).map((v) => [v.label, v.kind, v.days])).toEqual([['v1', 'initial', 2], ['v2', 'deploy', 2], ['v1', 'roll_back', 1]]);
  expect(() => rollBack(c.db, { bookId: book.id, reason: 'again', actor: APPROVER, now: T0 + 3 })).toThrow(/first version/);
});

it('a date the book has reached is refused in a sentence, a later one runs', async () => {
  c = makeConsole();
  const book = c.book();
  await walk(book.id, 2);
  const date = listBookRows(c.db)[0]?.date ?? '';
  const run = (toDate: string) => startRun(c.db, { bookId: book.id, toDate, actor: OPERATOR, now: T0 });
  expect(() => run('2000-01-03')).toThrow(/Run to 2000-01-03: .+ has traded .+ already\. Choose a later date\./);
  expect(() => run(date)).toThrow(/already/);
  expect(run('2099-01-05').payload.toDate).toBe('2099-01-05');
});

it('one run at a time; the pace survives a halt; costs change only while it stands', () => {
  c = makeConsole();
  const book = c.book();
  const job = startRun(c.db, { bookId: book.id, days: 1, actor: OPERATOR, now: T0 });
  expect(job).toMatchObject({ kind: 'book.run', lane: book.id, payload: { toDayIndex: 0, fromDayIndex: -1 } });
  expect(() => startRun(c.db, { bookId: book.id, actor: OPERATOR, now: T0 })).toThrow(/being run already/);
  expect(stopRun(c.db, { bookId: book.id, actor: OPERATOR, now: T0 })?.state).toBe('cancelled');
  setPace(c.db, { bookId: book.id, paceSeconds: 5, actor: OPERATOR, now: T0 });
  expect(listBookRows(c.db)[0]?.activeJob?.kind).toBe('book.live');
  expect(() => setPace(c.db, { bookId: book.id, paceSeconds: 0, actor: OPERATOR, now: T0 })).toThrow(/at least 0.2/);
  expect(() => configureBook(c.db, { bookId: book.id, patch: {}, actor: APPROVER, now: T0 })).toThrow(/halt it before/);
  halt(book.id);
  expect(() => startRun(c.db, { bookId: book.id, actor: OPERATOR, now: T0 })).toThrow(/is halted/);
  const configured = configureBook(c.db, { bookId: book.id, patch: { terminal: { reading: 'drawdown', tauBp: 1000, penalty: 5 } }, actor: APPROVER, now: T0 });
  expect(configured.config).toMatchObject({ terminal: { tauBp: 1000 } });
  expect(() => write(c.db, (tx) => moveBook(tx, { bookId: book.id, verb: 'resume', reason: 'ok now', actor: APPROVER, expectedRevision: book.revision, now: T0 }))).toThrow(/changed since you looked/);
});
