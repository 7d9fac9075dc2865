import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '@/server/contracts/errors';
import { makePackage } from './make-package';
import type { PackageFile, StrategyPackage } from './types';

const MAX_FILE_BYTES = 1 << 20;
const MAX_TOTAL_BYTES = 8 << 20;
const MAX_FILES = 500;
/** What a package consists of; README, .git and the like stay outside and are never run. */
const PARTS = ['src', 'tests', 'baseline'] as const;

/**
 * Read a package directory into memory, once. Nothing in it may point elsewhere: symbolic links, files with further hard
 * links, devices, pipes, files that are not UTF-8 and files too large are refused by path.
 * @throws AppError NOT_FOUND, BAD_INPUT, TOO_LARGE
 */
export function loadPackage(dir: string): StrategyPackage {
  const files: PackageFile[] = [];
  let total = 0;
  const add = (relative: string): void => {
    const bytes = readRegularFile(home, relative);
    total += bytes.length;
    if (total > MAX_TOTAL_BYTES || files.length >= MAX_FILES) throw new AppError('TOO_LARGE', `The package is larger than ${MAX_FILES} files or ${MAX_TOTAL_BYTES >> 20} MB at ${relative}.`);
    files.push({ path: relative, text: decodeUtf8(bytes, relative) });
  };
  const walk = (relative: string): void => {
    for (const name of readdirSync(path.join(dir, relative)).sort()) {
      const child = `${relative}/${name}`;
      const stat = lstatSync(path.join(dir, child));
      if (stat.isDirectory()) walk(child);
      else add(child);
    }
  };
  const root = lstatSync(dir, { throwIfNoEntry: false });
  if (!root?.isDirectory()) throw new AppError('NOT_FOUND', `There is no strategy package at ${dir}; name a directory that holds strategy.json.`);
  const home = realpathSync(dir);
  if (lstatSync(path.join(dir, 'strategy.json'), { throwIfNoEntry: false })) add('strategy.json');
  for (const part of PARTS) {
    const stat = lstatSync(path.join(dir, part), { throwIfNoEntry: false });
    if (stat === undefined) continue;
    if (!stat.isDirectory()) throw new AppError('BAD_INPUT', `${part} in the package is not a plain directory.`);
    walk(part);
  }
  return makePackage(files);
}

/**
 * Bytes of a regular file, judged by the descriptor that is read, so that a swap between look and read is harmless: of the file, and of a
 * folder on the way to it, which may become a link to elsewhere after it was looked at. @param dir without links
 */
function readRegularFile(dir: string, relative: string): Buffer {
  let fd: number;
  try {
    fd = openSync(path.join(dir, relative), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    throw new AppError('BAD_INPUT', `${relative} cannot be read as a plain file (${(error as NodeJS.ErrnoException).code}); links and special files are refused in a package.`);
  }
  try {
    const stat = fstatSync(fd);
    const real = realpathSync(`/proc/self/fd/${fd}`);
    if (stat.isFile() && real !== path.join(dir, relative)) throw new AppError('BAD_INPUT', `${relative} is reached through a link; a package holds plain files only.`);
    if (!stat.isFile()) throw new AppError('BAD_INPUT', `${relative} is not a regular file; a package holds plain files only.`);
    if (stat.nlink > 1) throw new AppError('BAD_INPUT', `${relative} has ${stat.nlink} hard links; copy it into the package instead.`);
    if (stat.size > MAX_FILE_BYTES) throw new AppError('TOO_LARGE', `${relative} has ${stat.size} bytes; a file of a package has at most ${MAX_FILE_BYTES}.`);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

function decodeUtf8(bytes: Buffer, relative: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new AppError('BAD_INPUT', `${relative} is not valid UTF-8; save it as UTF-8.`);
  }
}
