import { cpus } from 'node:os';
import { appendEvent } from '@/server/audit/events';
import { resumeLive } from '@/server/books/control-run';
import { publishDeployed } from '@/server/books/deploy-version';
import { listNavBooks } from '@/server/books/list-nav-books';
import { type Db, write } from '@/server/db/client';
import type { Job } from '@/server/jobs/job';
import { workerIdentity } from '@/server/jobs/worker-identity';
import { runWorkerLoop } from '@/server/jobs/worker-loop';
import { WAITING, WORK } from './handlers';

const WAITING_AT_ONCE = 64;
/** Progress of one job becomes an event at most this often. */
const PROGRESS_EVENT_MS = 500;

/** The book a job is about: its lane, or the one its payload names. */
const bookOf = ({ lane, payload }: Job): string | null => [lane, payload.bookId].find((id): id is string => typeof id === 'string' && id.startsWith('bok_')) ?? null;

/** Stores a job's change of state, and now and then its progress, as events for the live screens. */
function jobEvents(db: Db, stored: () => void): (job: Job) => void {
  const last = new Map<string, { state: string; at: number }>();
  return (job) => {
    const now = Date.now();
    resumeLive(db, job, now);
    const before = last.get(job.id);
    if (before && before.state === job.state && now - before.at < PROGRESS_EVENT_MS) return;
    if (job.endedAt === null) last.set(job.id, { state: job.state, at: now });
    else last.delete(job.id);
    const { id: jobId, kind, state, progress, progressText, error } = job;
    write(db, (tx) => appendEvent(tx, { kind: 'job', bookId: bookOf(job), payload: { jobId, kind, state, progress, progressText, error }, now }));
    stored();
  };
}

/** `main` of each package repository follows the database, also after a crash between the two. */
function publishAll(db: Db): void {
  for (const { id, name } of listNavBooks(db)) {
    try {
      publishDeployed(db, id);
    } catch (error) {
      console.error(`[engine] repository of ${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

/** Takes jobs until the signal aborts; then puts back what it had and returns. `stored` is called after each stored event. */
export async function runEngine(db: Db, signal: AbortSignal, stored: () => void = () => {}): Promise<void> {
  publishAll(db);
  const owner = workerIdentity();
  const onEvent = jobEvents(db, stored);
  await Promise.all([
    runWorkerLoop({ db, owner, handlers: WORK, signal, onEvent, concurrency: Math.max(2, cpus().length) }),
    runWorkerLoop({ db, owner, handlers: WAITING, signal, onEvent, concurrency: WAITING_AT_ONCE }),
  ]);
}
