import type { SandboxLimits } from '@/server/sandbox/types';
import { bundleTests, type TestBundle } from './bundle-tests';
import { NODE_PAIR } from './node-pair';
import { killPair, type ProcessPair, spawnPair } from './process-pair';
import { bundlePythonTests } from './python/bundle-python-tests';
import { PYTHON_PAIR } from './python/python-pair';
import type { PackageFile } from './types';

const KEEP_MS = 5 * 60_000;
const waiting = new Map<string, { pair: ProcessPair; expiry: NodeJS.Timeout }>();

/** Start a pair for these tests ahead of time, so that the next run with them does not wait for two processes. */
export function warmUp(tests: readonly PackageFile[]): void {
  const bundle = tests.some(({ path }) => path.endsWith('.py')) ? bundlePythonTests(tests) : bundleTests(tests);
  if (bundle.faults.length > 0 || waiting.has(bundle.hash)) return;
  const pair = spawnFor(bundle);
  const expiry = setTimeout(() => forget(bundle.hash), KEEP_MS);
  expiry.unref();
  waiting.set(bundle.hash, { pair, expiry });
  // One that ends while it waits (out of memory, killed) must not be handed out.
  for (const side of [pair.judge, pair.subject]) {
    void side.exited.then(() => {
      if (waiting.get(bundle.hash)?.pair === pair) forget(bundle.hash);
    });
  }
}

/** A waiting pair for these tests, or a new one. A pair serves one run: untrusted code has been in it afterwards. */
export function takePair(bundle: TestBundle, limits?: Partial<SandboxLimits>): ProcessPair {
  const found = limits === undefined ? waiting.get(bundle.hash) : undefined;
  if (!found) return spawnFor(bundle, limits);
  clearTimeout(found.expiry);
  waiting.delete(bundle.hash);
  return found.pair;
}

function spawnFor({ language, data }: TestBundle, limits?: Partial<SandboxLimits>): ProcessPair {
  return spawnPair(language === 'python' ? PYTHON_PAIR : NODE_PAIR, data, limits);
}

/** End all pairs that wait (at shutdown). */
export function coolDown(): void {
  for (const hash of [...waiting.keys()]) forget(hash);
}

function forget(hash: string): void {
  const found = waiting.get(hash);
  if (!found) return;
  waiting.delete(hash);
  clearTimeout(found.expiry);
  killPair(found.pair);
}
