import type { Db } from '@/server/db/client';
import { claimJob } from './claim-job';
import type { Job, JobHandler } from './job';
import { reclaimJobs } from './reclaim-jobs';
import { runJob } from './run-job';

export interface WorkerLoop {
  db: Db;
  /** `workerIdentity()`. */
  owner: string;
  handlers: Readonly<Record<string, JobHandler>>;
  /** Abort = finish the current step of each job, put the jobs back, return. */
  signal: AbortSignal;
  /** Told about each job that starts, moves or ends. */
  onEvent?: (job: Job) => void;
  concurrency?: number;
  pollMs?: number;
  leaseMs?: number;
  clock?: () => number;
}

/** Takes jobs from the queue, several at once (never two of one lane), until the signal aborts. */
export async function runWorkerLoop(loop: WorkerLoop): Promise<void> {
  const { db, owner, handlers, signal, concurrency = 3, pollMs = 200, leaseMs = 60_000, clock = Date.now } = loop;
  const onEvent = loop.onEvent ?? (() => {});
  const kinds = Object.keys(handlers);
  const active = new Set<Promise<void>>();
  let reclaimAt = 0;
  let wake = () => {};
  signal.addEventListener('abort', () => wake(), { once: true });
  while (!signal.aborted) {
    if (clock() >= reclaimAt) {
      for (const job of reclaimJobs(db, clock(), owner)) onEvent(job);
      reclaimAt = clock() + 1000;
    }
    while (active.size < concurrency && !signal.aborted) {
      const job = claimJob(db, { owner, kinds, now: clock(), leaseMs });
      const handler = job && handlers[job.kind];
      if (!job || !handler) break;
      onEvent(job);
      const running: Promise<void> = runJob({ db, job, owner, handler, signal, leaseMs, clock, onEvent }).finally(() => {
        active.delete(running);
        wake();
      });
      active.add(running);
    }
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (signal.aborted) wake();
    });
  }
  await Promise.all(active);
}
