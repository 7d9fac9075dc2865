import { beforeEach, expect, it } from 'vitest';
import { AppError } from '@/server/contracts/errors';
import { type Db, openTestDb } from '@/server/db/client';
import { claimJob } from './claim-job';
import { enqueueJob, type NewJob } from './enqueue-job';
import type { JobHandler } from './job';
import { getJob } from './read-jobs';
import { reclaimJobs } from './reclaim-jobs';
import { requestCancel } from './request-cancel';
import { finishJob, heartbeat } from './settle-job';
import { runWorkerLoop } from './worker-loop';
import { isOwnerDead, workerIdentity } from './worker-identity';

let db: Db;
beforeEach(() => {
  db = openTestDb();
});
const T = 1_700_000_000_000;
const add = (more: Partial<NewJob> = {}) => enqueueJob(db, { kind: 'k', payload: {}, createdBy: 'test', now: T, ...more });
const claim = (now = T, owner = 'other@elsewhere') => claimJob(db, { owner, kinds: ['k'], now, leaseMs: 1000 });

/** Runs the loop until the job has ended. */
async function run(jobId: string, handler: JobHandler): Promise<void> {
  const stop = new AbortController();
  const ended = (state: string) => ['done', 'failed', 'cancelled'].includes(state);
  await runWorkerLoop({ db, owner: workerIdentity(), handlers: { k: handler }, pollMs: 5, signal: stop.signal, onEvent: (j) => { if (j.id === jobId && ended(j.state)) stop.abort(); } });
}

it('gives the same job back for the same idempotency key', () => {
  expect(add({ idempotencyKey: 'a' }).id).toBe(add({ idempotencyKey: 'a' }).id);
  expect(add().id).not.toBe(add().id);
});

it('claims in order of due time, not before it, one at a time per lane', () => {
  const later = add({ runAt: T + 10 });
  const first = add({ lane: 'x' });
  const second = add({ lane: 'x', now: T + 1, runAt: T });
  expect(claim()?.id).toBe(first.id);
  expect(claim()).toBeNull();
  expect(claim(T + 10)?.id).toBe(later.id);
  finishJob(db, { jobId: first.id, owner: 'other@elsewhere', now: T, result: { n: 1 } });
  expect(getJob(db, first.id)).toMatchObject({ state: 'done', result: { n: 1 }, progress: 1 });
  expect(claim(T + 10)?.id).toBe(second.id);
});

it('a lease that ran out returns the job; the late owner can no longer change it', () => {
  const job = add();
  claim();
  expect(reclaimJobs(db, T + 999)).toEqual([]);
  expect(reclaimJobs(db, T + 1000)).toMatchObject([{ id: job.id, state: 'queued' }]);
  claim(T + 1000, 'new@elsewhere');
  expect(heartbeat(db, { jobId: job.id, owner: 'other@elsewhere', now: T + 1001, leaseMs: 1000 })).toBeNull();
  expect(finishJob(db, { jobId: job.id, owner: 'other@elsewhere', now: T + 1001, result: null })).toBeNull();
});

it('guarantees that a worker whose loop was blocked past its lease never takes its own job for lost', () => {
  const job = add();
  const mine = claim();
  expect(reclaimJobs(db, T + 60_000, mine?.leaseOwner ?? '')).toEqual([]);
  expect(heartbeat(db, { jobId: job.id, owner: mine?.leaseOwner ?? '', now: T + 60_001, leaseMs: 1000 })).toMatchObject({ state: 'running' });
});

it('gives up a job that takes its worker down again and again without progress', () => {
  const job = add();
  let now = T;
  for (let i = 0; i < 20; i += 1) {
    claim(now);
    now += 1000;
    reclaimJobs(db, now);
  }
  expect(getJob(db, job.id)).toMatchObject({ state: 'failed', error: 'The worker died 20 times while it ran this job.' });
});

it('knows the living from the dead', () => {
  const me = workerIdentity();
  expect(isOwnerDead(me)).toBe(false);
  expect(isOwnerDead(me.replace(/^\d+\.\d+/, `${process.pid}.1`))).toBe(true);
  expect(isOwnerDead(me.replace(/^\d+/, '4194400'))).toBe(true);
  expect(isOwnerDead('4194400.1@another-machine')).toBe(false);
});

it('stores the result, or the error; only surprises are tried again', async () => {
  const fine = add();
  await run(fine.id, async ({ progress }) => { progress(0.5, 'half'); return { answer: 42 }; });
  expect(getJob(db, fine.id)).toMatchObject({ state: 'done', result: { answer: 42 } });
  const refused = add();
  await run(refused.id, async () => { throw new AppError('BAD_INPUT', 'no such market'); });
  expect(getJob(db, refused.id)).toMatchObject({ state: 'failed', error: 'no such market', attempts: 1 });
  const flaky = add();
  let calls = 0;
  await run(flaky.id, async () => { calls += 1; if (calls === 1) throw new Error('surprise'); return 'ok'; });
  expect(getJob(db, flaky.id)).toMatchObject({ state: 'done', result: 'ok', attempts: 2 });
});

it('cancels a queued job at once and a running one at its next look', async () => {
  const queued = add({ runAt: T * 2 });
  expect(requestCancel(db, { jobId: queued.id, now: T })).toMatchObject({ state: 'cancelled' });
  const running = add();
  await run(running.id, async ({ signal }) => {
    requestCancel(db, { jobId: running.id, now: T });
    await new Promise((r) => signal.addEventListener('abort', r));
    return { days: 3 };
  });
  expect(getJob(db, running.id)).toMatchObject({ state: 'cancelled', result: { days: 3 } });
  expect(() => requestCancel(db, { jobId: 'job_none', now: T })).toThrow(/no job/);
});
