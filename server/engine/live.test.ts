import { asc, eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { activeRun, setPace, startRun, stopRun } from '@/server/books/control-run';
import { getBook, getLastStep } from '@/server/books/get-book';
import { moveBook } from '@/server/books/move-book';
import { APPROVER, makeConsole, OPERATOR, type TestConsole } from '@/server/books/testing/make-console';
import { write } from '@/server/db/client';
import { events, jobs } from '@/server/db/schema';
import { beginNewEpisode } from '@/server/monitor/begin-episode';
import { runEngine } from './run-engine';

let c: TestConsole;
let stop: AbortController;
let engine: Promise<void>;
beforeEach(() => {
  c = makeConsole({ now: Date.now() });
  stop = new AbortController();
  engine = runEngine(c.db, stop.signal);
});
afterEach(async () => {
  stop.abort();
  await engine;
  c.close();
});
async function until(what: string, holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !holds(); await new Promise((r) => setTimeout(r, 20))) if (Date.now() > end) throw new Error(`${what}: waited too long`);
}
const by = (bookId: string) => ({ bookId, actor: APPROVER, now: Date.now() });
const day = (bookId: string) => getLastStep(c.db, getBook(c.db, bookId).episodeId)?.dayIndex ?? -1;
const move = (bookId: string, verb: 'halt' | 'resume') => write(c.db, (tx) => moveBook(tx, { ...by(bookId), verb, reason: 'test of it' }));

it('goes a day at a time, stops with the book, goes on with it, and starts over with a new episode', { timeout: 60_000 }, async () => {
  const { id } = c.book();
  setPace(c.db, { ...by(id), paceSeconds: 0.2 });
  await until('three days', () => day(id) >= 2);
  move(id, 'halt');
  await until('live job ended', () => activeRun(c.db, id) === null);
  const stood = day(id);
  move(id, 'resume');
  await until('two more days', () => day(id) >= stood + 2);
  move(id, 'halt');
  move(id, 'resume');
  await until('two more days after a quick halt', () => day(id) >= stood + 4);
  move(id, 'halt');
  const { episode } = beginNewEpisode(c.db, { ...by(id), reason: 'fresh start' });
  await until('two days of the new episode', () => day(id) >= 1);
  expect(getLastStep(c.db, episode.id)?.episodeId).toBe(episode.id);
  stopRun(c.db, by(id));
  await until('stopped', () => activeRun(c.db, id) === null);
  expect(getBook(c.db, id)).toMatchObject({ state: 'running', paceSeconds: null });
});

it('switches the pace off where the market ends', { timeout: 30_000 }, async () => {
  const { id } = c.book({ startDate: '2022-12-28' });
  setPace(c.db, { ...by(id), paceSeconds: 0.2 });
  await until('end of the market', () => getBook(c.db, id).paceSeconds === null && activeRun(c.db, id) === null);
  expect(c.db.select().from(jobs).where(eq(jobs.kind, 'book.live')).all()).toMatchObject([{ state: 'done', result: { end: 'no_more_days' } }]);
});

it('a step is one day, a run to a date ends on it, a stop ends it between days, and each tells the screens', { timeout: 30_000 }, async () => {
  const { id } = c.book();
  const step = startRun(c.db, { ...by(id), days: 1 });
  const done = (jobId: string) => c.db.select().from(jobs).where(eq(jobs.id, jobId)).get();
  await until('one step', () => done(step.id)?.state === 'done');
  expect(day(id)).toBe(0);
  const run = startRun(c.db, { ...by(id), toDate: '2022-06-10' });
  await until('run to date', () => done(run.id)?.state === 'done');
  expect(getLastStep(c.db, getBook(c.db, id).episodeId)?.date).toBe('2022-06-10');
  expect(done(run.id)).toMatchObject({ progress: 1, result: { end: 'reached', date: '2022-06-10' } });
  const long = startRun(c.db, { bookId: id, actor: OPERATOR, now: Date.now() });
  await until('it runs', () => done(long.id)?.state === 'running');
  stopRun(c.db, by(id));
  await until('cancelled or done', () => ['cancelled', 'done'].includes(done(long.id)?.state ?? ''));
  const told = c.db.select().from(events).where(eq(events.kind, 'job')).orderBy(asc(events.id)).all().filter((e) => e.payload.jobId === run.id).map((e) => e.payload.state);
  expect([told[0], told.at(-1)]).toEqual(['running', 'done']);
});
