import { AppError } from '@/server/contracts/errors';
import { dataDir } from '@/server/db/client';
import { readBackup } from '@/server/engine/read-backup';
import { parseArgs } from '../parse-args';

/** `oomrl restore FILE`: puts a backup into the data directory, which must be empty or absent; 1 when the restored audit log does not hold. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { json: { type: 'boolean' } } });
  const [file, ...rest] = positionals;
  if (!file || rest.length > 0) throw new AppError('BAD_INPUT', 'restore needs one file name: oomrl restore console-backup.tar.gz');
  const summary = await readBackup(file, dataDir());
  if (values.json) process.stdout.write(`${JSON.stringify(summary)}\n`);
  else process.stdout.write(`restored ${summary.entries} files into ${summary.dir}; the audit log ${summary.audit.ok ? `holds (${summary.audit.rows} rows)` : `does NOT hold: ${summary.audit.why}`}\n`);
  return summary.audit.ok ? 0 : 1;
}
