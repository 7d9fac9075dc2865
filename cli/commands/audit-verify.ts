import { existsSync } from 'node:fs';
import { verifyAudit } from '@/server/audit/verify-audit';
import { AppError } from '@/server/contracts/errors';
import { dbPath, openDb } from '@/server/db/client';
import { parseArgs } from '../parse-args';

/** `oomrl audit verify [--db FILE]`: 0 = the chain holds, 1 = it names the first bad row. */
export async function run(args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { db: { type: 'string' }, json: { type: 'boolean' } } });
  const path = values.db ?? dbPath();
  if (!existsSync(path)) throw new AppError('NOT_FOUND', `There is no database at ${path}; run \`oomrl prepare\` or name one with --db.`);
  const db = openDb(path);
  try {
    const verdict = verifyAudit(db);
    if (values.json) process.stdout.write(`${JSON.stringify(verdict)}\n`);
    else if (verdict.ok) process.stdout.write(`the audit log is unaltered: ${verdict.rows} rows, head ${verdict.head}\n`);
    else process.stdout.write(`the audit log does NOT hold: ${verdict.why} (first bad row: ${verdict.firstBadSeq})\n`);
    return verdict.ok ? 0 : 1;
  } finally {
    db.$client.close();
  }
}
