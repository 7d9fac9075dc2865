import { openDb } from '@/server/db/client';
import { openLiveChannel } from '@/server/jobs/live-channel';
import { closeLeakedFds } from '@/server/sandbox/leaked-fds';
import { sandboxSelfTest } from '@/server/sandbox/sandbox-self-test';
import { runEngine } from './run-engine';

/** Longest time the jobs get to finish the day at hand. */
const GRACE_MS = 5000;

// The engine process: forked by the web server (host.ts), bundled to engine.mjs. It ends with its parent.
closeLeakedFds();
const stop = new AbortController();
const end = (): void => {
  stop.abort();
  setTimeout(() => process.exit(1), GRACE_MS).unref();
};
process.on('disconnect', end);
process.on('SIGTERM', end);
process.on('SIGINT', end);

openLiveChannel((turn) => {
  if (process.connected) process.send?.(turn);
});
// Known before anything untrusted waits for it, and shown in Settings and /api/health.
void sandboxSelfTest().then((report) => {
  if (!report.ok) console.error(`[engine] no untrusted code is run on this machine: ${report.howToFix}`);
  if (process.connected) process.send?.({ kind: 'sandbox', ...report });
});
const db = openDb();
await runEngine(db, stop.signal, () => {
  if (process.connected) process.send?.('stored');
});
db.$client.close();
process.exit(0);
