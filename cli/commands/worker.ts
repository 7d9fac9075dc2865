import { setPriority } from 'node:os';
import { migrateDb, openDb } from '@/server/db/client';
import { runEngine } from '@/server/engine/run-engine';
import { closeLeakedFds } from '@/server/sandbox/leaked-fds';
import { parseArgs } from '../parse-args';

/** `oomrl worker`: an engine in the foreground, beside or instead of the one the web server forks (OOMRL_ENGINE=off). Ends on SIGINT or SIGTERM. */
export async function run(args: string[]): Promise<number> {
  parseArgs({ args, options: { json: { type: 'boolean' } } });
  closeLeakedFds();
  setPriority(10);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const db = openDb();
  migrateDb(db);
  process.stderr.write(`oomrl worker: taking jobs (pid ${process.pid}); Ctrl-C ends it after the day at hand\n`);
  await runEngine(db, stop.signal);
  db.$client.close();
  return 0;
}
