import { ensureFirstUser } from '@/server/access/users';
import { AppError } from '@/server/contracts/errors';
import { type Db, dbPath, migrateDb, openDb } from '@/server/db/client';
import { isDemoPrepared } from '@/server/engine/demo-state';
import { parseArgs } from '../parse-args';

const say = (line: string): void => void process.stderr.write(`  ${line}\n`);

async function demoState(db: Db): Promise<string> {
  if (isDemoPrepared(db)) return 'present';
  const { prepareDemo } = await import('@/server/engine/prepare-demo');
  try {
    await prepareDemo(db, say);
    return 'prepared';
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'MISSING_PART') throw error;
    say(`the demo cannot trade yet: ${error.message}`);
    return 'waits for the sandbox';
  }
}

/**
 * `oomrl prepare [--no-demo]`: everything a server needs before it starts: database at the newest migration, the first user, the demo.
 * A second call does nothing. Without a sandbox the demo waits for the next call; the console itself does not.
 */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { 'no-demo': { type: 'boolean' }, json: { type: 'boolean' } } });
  const db = openDb();
  try {
    migrateDb(db);
    const user = ensureFirstUser(db, Date.now());
    const demo = values['no-demo'] || process.env.OOMRL_DEMO === 'off' ? 'off' : await demoState(db);
    if (values.json) process.stdout.write(`${JSON.stringify({ database: dbPath(), user: user.name, demo })}\n`);
    return 0;
  } finally {
    db.$client.close();
  }
}
