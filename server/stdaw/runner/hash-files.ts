import { createHash } from 'node:crypto';
import type { PackageFile } from './types';

/** SHA-256 over the files sorted by path: length-prefixed path and bytes, so no two sets of files share a text. */
export function hashFiles(files: readonly PackageFile[]): string {
  const hash = createHash('sha256');
  for (const file of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const name = Buffer.from(file.path, 'utf8');
    const body = Buffer.from(file.text, 'utf8');
    hash.update(`${name.length} ${body.length}\n`).update(name).update(body);
  }
  return hash.digest('hex');
}
