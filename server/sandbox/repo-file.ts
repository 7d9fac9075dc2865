import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '@/server/contracts/errors';

const cache = new Map<string, Buffer>();

/**
 * Bytes of a program that runs inside a sandbox (kept as a real source file, not bundled), by its path in the checkout.
 * Read once per process: what is hashed into a record is what ran. Root: OOMRL_ROOT, else the working directory.
 * @throws AppError MISSING_PART
 */
export function readRepoFile(relativePath: string): Buffer {
  const root = process.env.OOMRL_ROOT ?? process.cwd();
  const file = path.join(root, relativePath);
  const known = cache.get(file);
  if (known) return known;
  try {
    const data = readFileSync(file);
    cache.set(file, data);
    return data;
  } catch {
    throw new AppError('MISSING_PART', `${relativePath} is not under ${root}. Start from the checkout, or set OOMRL_ROOT to it.`);
  }
}
