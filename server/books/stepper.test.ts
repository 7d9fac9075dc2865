import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { listAudit } from '@/server/audit/list-audit';
import { listEventsAfter } from '@/server/audit/events';
import { bookTransitions, episodes, fills, orders, steps } from '@/server/db/schema';
import { getBook, getLastStep, type StepRow } from './get-book';
import { moveBook } from './move-book';
import { openStepper } from './stepper';
import { APPROVER, makeConsole, OPERATOR, T0, type TestConsole } from './testing/make-console';
import { write } from '@/server/db/client';

let c: TestConsole;
afterEach(() => c.close());
const clock = () => T0;

async function walk(bookId: string, days: number, more: Parameters<typeof openStepper>[2] = {}): Promise<StepRow[]> {
  const stepper = openStepper(c.db, bookId, { clock, ...more });
  const rows: StepRow[] = [];
  while (rows.length < days) {
    const row = await stepper.step();
    if (!row) break;
    rows.push(row);
  }
  await stepper.close();
  return rows;
}

it('stores a day with its orders, fills and event, and money adds up', async () => {
  c = makeConsole();
  const book = c.book();
  const rows = await walk(book.id, 6);
  expect(rows.map((r) => r.dayIndex)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(rows.reduce((sum, r) => sum + r.pnlFen, 100_000_000)).toBe(rows[5]?.equityFen);
  const filled = c.db.select().from(fills).all();
  expect(filled.length).toBeGreaterThan(10);
  for (const fill of filled) expect(c.db.select().from(orders).where(eq(orders.id, fill.orderId)).get()).toMatchObject({ symbol: fill.symbol, filledShares: fill.shares });
  const day = rows[3] as StepRow;
  const sum = (key: 'commissionFen' | 'dutyFen' | 'spreadFen' | 'impactFen') => filled.filter((f) => f.dayIndex === 3).reduce((n, f) => n + f[key], 0);
  for (const key of ['commissionFen', 'dutyFen', 'spreadFen', 'impactFen'] as const) expect(day[key]).toBe(sum(key));
  expect(listEventsAfter(c.db, { afterId: 0, bookId: book.id }).filter((e) => e.kind === 'book.step').length).toBe(6);
});

it('closed and opened again after each day gives the digests of an undisturbed run', async () => {
  c = makeConsole();
  const undisturbed = await walk(c.book({ name: 'One' }).id, 12);
  const other = c.book({ name: 'Two' });
  const pieces: StepRow[] = [];
  for (let i = 0; i < 12; i += 1) pieces.push(...(await walk(other.id, 1)));
  expect(pieces.map((r) => r.digest)).toEqual(undisturbed.map((r) => r.digest));
  expect(new Set(pieces.map((r) => r.digest)).size).toBe(12);
});

it('two steppers cannot store the same day twice', async () => {
  c = makeConsole();
  const book = c.book();
  const [a, b] = [openStepper(c.db, book.id, { clock }), openStepper(c.db, book.id, { clock })];
  const results = await Promise.allSettled([a.step(), b.step()]);
  await Promise.all([a.close(), b.close()]);
  expect(results.filter((r) => r.status === 'fulfilled').length).toBe(1);
  expect(c.db.select().from(steps).all().length).toBe(1);
});

it('at τ the book is terminated in the same transaction, and nothing trades after it', async () => {
  c = makeConsole();
  const book = c.book({ config: { terminal: { reading: 'principal', tauBp: 150, penalty: 100 } } });
  const rows = await walk(book.id, 500);
  const last = rows.at(-1) as StepRow;
  expect(last).toMatchObject({ terminal: true, reward: -100 });
  expect((100_000_000 - last.equityFen) * 10_000).toBeGreaterThanOrEqual(150 * 100_000_000);
  expect(rows.slice(0, -1).every((r) => !r.terminal)).toBe(true);
  expect(getBook(c.db, book.id).state).toBe('terminated');
  expect(c.db.select().from(episodes).where(eq(episodes.id, book.episodeId)).get()?.endReason).toMatch(/τ = 1.50 %/);
  expect(await walk(book.id, 5)).toEqual([]);
  expect(c.db.select().from(steps).all().length).toBe(rows.length);
  expect(() => write(c.db, (tx) => moveBook(tx, { bookId: book.id, verb: 'resume', reason: 'please', actor: APPROVER, now: T0 }))).toThrow(/is terminated/);
});

it('a crash between the rows of a day leaves no part of it', async () => {
  c = makeConsole();
  const book = c.book();
  await expect(walk(book.id, 1, { hooks: { afterStep: () => { throw new Error('power cut'); } } })).rejects.toThrow('power cut');
  expect([steps, orders, fills].map((t) => c.db.select().from(t).all().length)).toEqual([0, 0, 0]);
  expect(getBook(c.db, book.id).state).toBe('running');
});

it('a halt by a rule stops the book with the day that caused it', async () => {
  c = makeConsole();
  const book = c.book();
  const rows = await walk(book.id, 50, { hooks: { afterStep: (_tx, { step }) => (step.dayIndex === 3 ? { halt: 'rule says so' } : null) } });
  expect(rows.length).toBe(4);
  expect(getBook(c.db, book.id).state).toBe('halted');
  expect(c.db.select().from(bookTransitions).all()).toMatchObject([{ verb: 'halt', reason: 'rule says so', actorKind: 'engine', date: rows[3]?.date }]);
});

it('a strategy that throws halts its book; the day is not stored', async () => {
  c = makeConsole({ source: `export const lookbackDays = 1;\nexport function decide(view) {\n  if (view.dayIndex === 2) throw new Error('boom');\n  return null;\n}\n` });
  const book = c.book();
  expect((await walk(book.id, 10)).length).toBe(2);
  expect(getBook(c.db, book.id).state).toBe('halted');
  expect(listAudit(c.db, { action: 'book.halt' })[0]?.detail.reason).toMatch(/boom/);
});

it('ends with the market, and says so', async () => {
  c = makeConsole();
  const book = c.book({ startDate: '2022-12-26' });
  const stepper = openStepper(c.db, book.id, { clock });
  let days = 0;
  while (await stepper.step()) days += 1;
  expect(stepper.stopped).toBe('no_more_days');
  expect(getLastStep(c.db, book.episodeId)?.date).toBe(stepper.dates.at(-1));
  expect(days).toBeGreaterThan(2);
  await stepper.close();
});

it('a version never reads the memory another one left, but keeps its positions', async () => {
  c = makeConsole();
  const book = c.book();
  const before = (await walk(book.id, 3)).at(-1) as StepRow;
  expect((before.state as { memory: unknown }).memory).toBe(3);
  const next = c.addVersion(`export const lookbackDays = 1;\nexport function decide(view) {\n  return { weights: view.portfolio.weights, memory: view.memory === null ? 'fresh' : 'stale' };\n}\n`);
  const { recordDeployment } = await import('./deploy-version');
  const { books } = await import('@/server/db/schema');
  write(c.db, (tx) => {
    tx.update(books).set({ versionId: next.id }).where(eq(books.id, book.id)).run();
    recordDeployment(tx, { book: getBook(tx, book.id), versionId: next.id, kind: 'deploy', approvalId: null, actorName: OPERATOR.name, now: T0 });
  });
  const after = (await walk(book.id, 1))[0] as StepRow;
  expect((after.state as { memory: unknown }).memory).toBe('fresh');
  expect(Object.keys(after.positions)).toEqual(Object.keys(before.positions));
});

it('a halt, a deployment or a new episode while the strategy thinks drops its answer', async () => {
  c = makeConsole();
  const book = c.book();
  await walk(book.id, 2);
  const stepper = openStepper(c.db, book.id, { clock });
  await stepper.step();
  const thinking = stepper.step();
  write(c.db, (tx) => moveBook(tx, { bookId: book.id, verb: 'halt', reason: 'a person says so', actor: OPERATOR, now: T0 }));
  expect(await thinking).toBeNull();
  expect(stepper.stopped).toBe('not_running');
  expect(c.db.select().from(steps).all().length).toBe(3);
  write(c.db, (tx) => moveBook(tx, { bookId: book.id, verb: 'resume', reason: 'go on', actor: APPROVER, now: T0 }));
  expect((await stepper.step())?.dayIndex).toBe(3);
  await stepper.close();
});
