import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { AppError } from '@/server/contracts/errors';
import type { SourceFile } from '@/server/market/import/guess-mapping';

const MAX_BYTES = 2 ** 30;
const MAX_FILES = 20_000;

/**
 * Contents of the named files and folders (recursively; names are relative to the folder, hidden files left out).
 * @throws AppError NOT_FOUND, BAD_INPUT on a link or device, TOO_LARGE beyond 1 GiB or 20,000 files
 */
export function readSourceFiles(paths: readonly string[]): SourceFile[] {
  const out: SourceFile[] = [];
  let total = 0;
  const take = (path: string, name: string): void => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat) throw new AppError('NOT_FOUND', `${path} does not exist.`, { path });
    if (stat.isDirectory()) {
      for (const entry of readdirSync(path).sort()) if (!entry.startsWith('.')) take(join(path, entry), name === '' ? entry : `${name}/${entry}`);
      return;
    }
    if (!stat.isFile()) throw new AppError('BAD_INPUT', `${path} is neither a file nor a folder (a link or a device); give the file itself.`, { path });
    total += stat.size;
    if (total > MAX_BYTES || out.length >= MAX_FILES) throw new AppError('TOO_LARGE', `The files to import exceed ${MAX_BYTES} bytes or ${MAX_FILES} files at ${path}; import them in parts.`, { path });
    out.push({ name, bytes: readFileSync(path) });
  };
  for (const path of paths) {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    take(path, stat?.isDirectory() ? '' : basename(path));
  }
  return out;
}
