import { createHash } from 'node:crypto';
import type { PackageFile } from './types';

/** sha256 over (path, length, bytes) of files in path order: equal hashes mean equal trees, whatever the order of reading. */
export function hashTree(files: readonly PackageFile[]): string {
  const hash = createHash('sha256');
  for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const bytes = Buffer.from(file.text, 'utf8');
    hash.update(`${file.path}\0${bytes.length}\0`);
    hash.update(bytes);
  }
  return hash.digest('hex');
}
