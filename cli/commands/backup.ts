import { AppError } from '@/server/contracts/errors';
import { writeBackup } from '@/server/engine/write-backup';
import { parseArgs } from '../parse-args';

/** `oomrl backup FILE [--force]`: one archive with the database as of now, all panels and all package repositories; the console may go on running. */
export async function run(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { force: { type: 'boolean', default: false }, json: { type: 'boolean' } } });
  const [file, ...rest] = positionals;
  if (!file || rest.length > 0) throw new AppError('BAD_INPUT', 'backup needs one file name: oomrl backup console-backup.tar.gz');
  const summary = await writeBackup(file, Date.now(), { force: values.force });
  process.stdout.write(values.json ? `${JSON.stringify(summary)}\n` : `backup written: ${summary.file} (${summary.entries} files, ${(summary.bytes / 1e6).toFixed(1)} MB, audit head ${summary.auditHead.slice(0, 16)})\n`);
  return 0;
}
