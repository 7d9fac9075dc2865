import type { Db } from '@/server/db/client';
import type { Job, JobHandler, StopCause } from './job';
import { getJob } from './read-jobs';
import { endCancelled, failJob, finishJob, heartbeat, releaseJob } from './settle-job';

const LOOK_MS = 250;

interface RunInput {
  db: Db;
  job: Job;
  owner: string;
  handler: JobHandler;
  /** Aborts when the worker shuts down. */
  signal: AbortSignal;
  leaseMs: number;
  clock: () => number;
  onEvent: (job: Job) => void;
}

/** Runs one claimed job to its end: keeps the lease, stores progress, hands on a cancel, settles the outcome. */
export async function runJob(input: RunInput): Promise<void> {
  const { db, job, owner, clock, leaseMs } = input;
  const held = () => ({ jobId: job.id, owner, now: clock() });
  const stop = new AbortController();
  const halt = (cause: StopCause) => stop.abort(cause);
  const onShutdown = () => halt('shutdown');
  input.signal.addEventListener('abort', onShutdown, { once: true });
  if (input.signal.aborted) onShutdown();
  let pending: { fraction: number; text: string } | undefined;
  let beatAt = clock();
  const look = setInterval(() => {
    if (pending || clock() - beatAt > leaseMs / 4) {
      const beat = heartbeat(db, { ...held(), leaseMs, ...(pending ? { progress: pending } : {}) });
      pending = undefined;
      beatAt = clock();
      if (!beat) return halt('lease lost');
      input.onEvent(beat);
    }
    if (getJob(db, job.id)?.cancelRequested) halt('cancelled');
  }, LOOK_MS);
  try {
    const result = await input.handler({ job, payload: job.payload, signal: stop.signal, db, progress: (fraction, text) => { pending = { fraction, text }; } });
    settle(stop.signal.aborted ? (stop.signal.reason as StopCause) : null, result);
  } catch (error) {
    const cause = stop.signal.aborted ? (stop.signal.reason as StopCause) : null;
    if (cause) settle(cause, null);
    else emit(failJob(db, { ...held(), error, attempts: getJob(db, job.id)?.attempts ?? job.attempts, maxAttempts: job.maxAttempts }));
  } finally {
    clearInterval(look);
    input.signal.removeEventListener('abort', onShutdown);
  }

  function settle(cause: StopCause | null, result: unknown): void {
    if (cause === null) emit(finishJob(db, { ...held(), result }));
    else if (cause === 'cancelled') emit(endCancelled(db, { ...held(), result }));
    else if (cause === 'shutdown') emit(releaseJob(db, held()));
  }
  function emit(settled: Job | null): void {
    if (settled) input.onEvent(settled);
  }
}
