import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Db, migrateDb, openDb } from '@/server/db/client';
import { bundleForNode } from '@/server/test/bundle-for-node';
import { enqueueJob } from './enqueue-job';
import { listJobs } from './read-jobs';

let worker = '';
let dir = '';
let db: Db;
let children: ChildProcess[] = [];
beforeAll(() => {
  worker = bundleForNode('server/jobs/racing-worker.fixture.ts', 'racing-worker');
});
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'jobs-'));
  db = openDb(join(dir, 'jobs.db'));
  migrateDb(db);
});
afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await new Promise((r) => child.once('exit', r));
  }
  children = [];
  db.$client.close();
  rmSync(dir, { recursive: true, force: true });
});
const start = () => children[children.push(fork(worker, [join(dir, 'jobs.db'), join(dir, 'log')])) - 1] as ChildProcess;
const log = () => (existsSync(join(dir, 'log')) ? readFileSync(join(dir, 'log'), 'utf8').trim().split('\n').map((l) => l.split(' ')) : []);
async function until(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !condition(); ) {
    if (Date.now() > end) throw new Error('waited too long');
    await new Promise((r) => setTimeout(r, 10));
  }
}

it('two processes racing run each job once, and no two jobs of one lane overlap', async () => {
  for (let i = 0; i < 120; i += 1) enqueueJob(db, { kind: 'count', payload: {}, lane: i % 3 ? `lane${i % 4}` : undefined, createdBy: 'test', now: Date.now() });
  start();
  start();
  await until(() => listJobs(db, { states: ['done'], limit: 200 }).length === 120);
  const begins = log().filter((l) => l[2] === 'begin');
  expect(begins.length).toBe(120);
  expect(new Set(begins.map((l) => l[0])).size).toBe(120);
  expect(new Set(begins.map((l) => l[1])).size).toBe(2);
  const laneOf = new Map(listJobs(db, { limit: 200 }).map((j) => [j.id, j.lane]));
  const open = new Set<string>();
  for (const [id, , what] of log()) {
    const lane = laneOf.get(id as string);
    if (!lane) continue;
    if (what === 'begin') expect(open.has(lane)).toBe(false);
    if (what === 'begin') open.add(lane);
    else open.delete(lane);
  }
});

it('a killed worker is noticed at once by the next one, long before its lease ends', async () => {
  const job = enqueueJob(db, { kind: 'hang', payload: {}, createdBy: 'test', now: Date.now() });
  const first = start();
  await until(() => log().length === 1);
  first.kill('SIGKILL');
  await new Promise((r) => first.once('exit', r));
  const t0 = Date.now();
  start();
  await until(() => log().length === 2);
  expect(Date.now() - t0).toBeLessThan(8000);
  expect(log().map((l) => l[0])).toEqual([job.id, job.id]);
});

it('a worker told to stop puts its job back unharmed', async () => {
  enqueueJob(db, { kind: 'hang', payload: {}, createdBy: 'test', now: Date.now() });
  const child = start();
  await until(() => log().length === 1);
  child.kill('SIGTERM');
  await new Promise((r) => child.once('exit', r));
  expect(listJobs(db)).toMatchObject([{ state: 'queued', attempts: 0, leaseOwner: null }]);
});
