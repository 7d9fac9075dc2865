import { createHash } from 'node:crypto';
import type { TestBundle } from '../bundle-tests';
import type { PackageFile } from '../types';

/** What the Python judge mounts read-only at /w/tests.json: the bytes that were hashed. */
export function bundlePythonTests(tests: readonly PackageFile[]): TestBundle {
  const of = (isModule: boolean) => Object.fromEntries(tests.filter(({ path }) => path.endsWith('.py') === isModule).map(({ path, text }) => [path, text]));
  const data = Buffer.from(JSON.stringify({ modules: of(true), data: of(false) }));
  return { language: 'python', data, hash: createHash('sha256').update(data).digest('hex'), faults: [] };
}
