import { type ChildProcess, fork } from 'node:child_process';
import { count, eq } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { verifyAudit } from '@/server/audit/verify-audit';
import { startRun } from '@/server/books/control-run';
import { getBook } from '@/server/books/get-book';
import { makeConsole, OPERATOR, type TestConsole } from '@/server/books/testing/make-console';
import { alerts, events, fills, jobs, orders, steps } from '@/server/db/schema';
import { getJob } from '@/server/jobs/read-jobs';
import { bundleForNode } from '@/server/test/bundle-for-node';

let engine = '';
let c: TestConsole;
const children = new Set<ChildProcess>();
beforeAll(() => {
  engine = bundleForNode('server/engine/worker.ts', 'engine');
});
afterEach(async () => {
  for (const child of children) await kill(child);
  c.close();
});

function start(): ChildProcess {
  const child = fork(engine, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: { ...process.env, OOMRL_DATA: c.dir, OOMRL_ROOT: process.cwd() } });
  children.add(child);
  return child;
}
async function kill(child: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  children.delete(child);
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((r) => child.once('exit', r));
  child.kill(signal);
  await gone;
}
const sleep = (ms: number) => new Promise((r) => setTimeout(r, ms));
async function untilDone(jobId: string): Promise<void> {
  for (const end = Date.now() + 150_000; !['done', 'failed'].includes(getJob(c.db, jobId)?.state ?? ''); await sleep(20)) {
    if (Date.now() > end) throw new Error(`job still ${getJob(c.db, jobId)?.state}`);
  }
}
const UNARMED = { terminal: { reading: 'principal' as const, tauBp: 10_000, penalty: 100 } };
const NOISY = { daily_loss: 1, daily_loss_anomaly: 50, principal_loss_three_quarters: 0.99 };
const digests = (bookId: string) => c.db.select({ d: steps.digest }).from(steps).where(eq(steps.bookId, bookId)).orderBy(steps.dayIndex).all().map((s) => s.d);
const stored = (bookId: string) => c.db.select({ n: count() }).from(steps).where(eq(steps.bookId, bookId)).get()?.n ?? 0;
const counts = (bookId: string) => [orders, fills, alerts].map((t) => c.db.select().from(t).where(eq(t.bookId, bookId)).all().length);

it('kill -9 at ten random moments of a run loses nothing and repeats nothing', { timeout: 400_000 }, async () => {
  c = makeConsole({ symbols: 12, years: 3, now: Date.now() });
  const { setThresholds } = await import('@/server/monitor/thresholds');
  const open = (name: string) => {
    const book = c.book({ name, config: UNARMED });
    setThresholds(c.db, { bookId: book.id, thresholds: NOISY, actor: { ...OPERATOR, role: 'approver' }, now: Date.now() });
    return book;
  };
  const [calm, killed] = [open('Calm'), open('Killed')];
  const goal = { days: 300, actor: OPERATOR };

  const undisturbed = startRun(c.db, { bookId: calm.id, ...goal, now: Date.now() });
  const first = start();
  await untilDone(undisturbed.id);
  await kill(first, 'SIGTERM');
  expect(getJob(c.db, undisturbed.id)?.result).toMatchObject({ days: 300, end: 'reached' });

  const job = startRun(c.db, { bookId: killed.id, ...goal, now: Date.now() });
  const seen: number[] = [];
  for (let i = 0; i < 10; i += 1) {
    const child = start();
    const before = stored(killed.id);
    // Most kills fall between two days or inside one; the first milliseconds after a start are tried too.
    if (i % 3) while (stored(killed.id) === before && getJob(c.db, job.id)?.state !== 'done') await sleep(5);
    await sleep(Math.random() * (i % 3 ? 150 : 500));
    await kill(child);
    seen.push(stored(killed.id));
  }
  const last = start();
  await untilDone(job.id);
  await kill(last, 'SIGTERM');

  expect(seen.filter((n) => n > 0 && n < 300).length).toBeGreaterThanOrEqual(5);
  expect(digests(killed.id)).toEqual(digests(calm.id));
  expect(counts(killed.id)).toEqual(counts(calm.id));
  const stepEvents = c.db.select().from(events).where(eq(events.kind, 'book.step')).all();
  expect(stepEvents.filter((e) => e.bookId === killed.id).length).toBe(300);
  expect(getBook(c.db, killed.id).state).toBe('running');
  expect(verifyAudit(c.db).ok).toBe(true);
});

it('ends with its parent; the next engine goes on where it was', { timeout: 120_000 }, async () => {
  c = makeConsole({ symbols: 12, years: 3, now: Date.now() });
  const book = c.book({ config: UNARMED });
  const job = startRun(c.db, { bookId: book.id, actor: OPERATOR, now: Date.now() });
  const child = start();
  while (stored(book.id) < 3) await sleep(10);
  const gone = new Promise((r) => child.once('exit', r));
  child.disconnect();
  await gone;
  const before = stored(book.id);
  start();
  while (stored(book.id) <= before && getJob(c.db, job.id)?.state !== 'done') await sleep(10);
  expect(c.db.select().from(jobs).all().length).toBe(1);
});
