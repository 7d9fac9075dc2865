import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, lstatSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from '@/server/contracts/errors';

const ANYONE_READ_EXECUTE = 0o005;
const ANYONE_SEARCH = 0o001;

/**
 * A path to the same binary that the sandbox uid can open. Version managers put node under a home directory that others
 * may not search; root then keeps a copy (about 100 MB, made once per version) in a directory only root can write.
 */
export function readableBySandbox(binary: string): string {
  if (process.getuid?.() !== 0 || isReadableByAnyone(binary)) return binary;
  const { size, mtimeMs } = statSync(binary);
  const directory = path.join(tmpdir(), 'oomrl-runtime');
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  const owner = lstatSync(directory);
  if (!owner.isDirectory() || owner.uid !== 0 || (owner.mode & 0o022) !== 0) {
    throw new AppError('MISSING_PART', `${directory} is not a directory that only root can write. Remove it: rm -r ${directory}`);
  }
  const copy = path.join(directory, createHash('sha256').update(`${binary}\0${size}\0${mtimeMs}`).digest('hex').slice(0, 24));
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    copyFileSync(binary, draft);
    chmodSync(draft, 0o755);
    renameSync(draft, copy);
  }
  return copy;
}

function isReadableByAnyone(file: string): boolean {
  if ((statSync(file).mode & ANYONE_READ_EXECUTE) !== ANYONE_READ_EXECUTE) return false;
  for (let dir = path.dirname(file); ; dir = path.dirname(dir)) {
    if ((statSync(dir).mode & ANYONE_SEARCH) === 0) return false;
    if (dir === path.dirname(dir)) return true;
  }
}
