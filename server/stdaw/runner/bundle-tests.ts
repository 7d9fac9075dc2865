import { createHash } from 'node:crypto';
import { stripTypes } from './strip-types';
import type { PackageFile, RunFault } from './types';

/** What the judge mounts read-only at /w/tests.json: built from the bytes that were hashed, never from the disk again. */
export interface TestBundle {
  language: 'typescript' | 'python';
  data: Buffer;
  /** SHA-256 of `data`; the judge reports what it sees after the run. */
  hash: string;
  faults: RunFault[];
}

export function bundleTests(tests: readonly PackageFile[]): TestBundle {
  const { code, faults } = stripTypes(tests.filter(({ path }) => path.endsWith('.ts')));
  const json = tests.filter(({ path }) => path.endsWith('.json')).map(({ path, text }) => [path, text]);
  const data = Buffer.from(JSON.stringify({ modules: Object.fromEntries(code), json: Object.fromEntries(json) }));
  return { language: 'typescript', data, hash: createHash('sha256').update(data).digest('hex'), faults };
}
