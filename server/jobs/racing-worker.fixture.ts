import { appendFileSync } from 'node:fs';
import { openDb } from '@/server/db/client';
import { workerIdentity } from './worker-identity';
import { runWorkerLoop } from './worker-loop';

// A worker process of the race test: writes one line per handler call, then is told to stop.
const [dbFile, logFile] = process.argv.slice(2) as [string, string];
const stop = new AbortController();
process.on('SIGTERM', () => stop.abort());
process.on('disconnect', () => stop.abort());
const db = openDb(dbFile);
await runWorkerLoop({
  db,
  owner: workerIdentity(),
  pollMs: 5,
  signal: stop.signal,
  handlers: {
    count: async ({ job }) => {
      appendFileSync(logFile, `${job.id} ${process.pid} begin\n`);
      await new Promise((r) => setTimeout(r, 1 + Math.floor(job.createdAt % 3)));
      appendFileSync(logFile, `${job.id} ${process.pid} end\n`);
      return null;
    },
    hang: async ({ job, signal }) => {
      appendFileSync(logFile, `${job.id} ${process.pid} begin\n`);
      await new Promise((r) => signal.addEventListener('abort', r));
    },
  },
});
db.$client.close();
process.exit(0);
