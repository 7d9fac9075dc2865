import { createHash } from 'node:crypto';
import { readForRun } from '../../sanitizer/python/read-python';
import { conductRun } from '../conduct-run';
import { hashFiles } from '../hash-files';
import type { PackageFile, RunEvidence, RunFault, RunInput } from '../types';
import { pythonBootstrapHash, spawnPythonPair } from './spawn-python-pair';

/** `runTests` for a Python package: the same channel, events and evidence; coverage ranges count points instead of text offsets. */
export async function runPythonTests(input: RunInput): Promise<RunEvidence> {
  const started = performance.now();
  const reading = await readForRun(input.sources, input.tests);
  input.signal?.throwIfAborted();
  const { plan } = reading;
  const faults: RunFault[] = [
    ...plan.problems.map((p): RunFault => ({ code: 'PLAN_ERROR', message: `${p.file}:${p.line}: ${p.message}`, file: p.file, line: p.line })),
    ...reading.modules.flatMap(({ path, syntax }): RunFault[] => (syntax ? [{ code: 'LOAD_ERROR', message: `${path}:${syntax.line}: ${syntax.message}`, file: path, line: syntax.line }] : [])),
  ];
  const evidence: RunEvidence = {
    plan, seed: input.seed >>> 0, events: [], tests: [], coverage: null, replay: null, exits: null, faults,
    points: reading.modules.map(({ path, points }) => ({ path, points })),
    hashes: { sources: hashFiles(input.sources), tests: hashFiles(input.tests), bootstrap: pythonBootstrapHash() },
    timings: { prepareMs: performance.now() - started, readyMs: 0, testsMs: 0, totalMs: 0 },
  };
  if (faults.length === 0) {
    const bundle = bundlePythonTests(input.tests);
    const sources = input.sources.filter(({ path }) => path.endsWith('.py')).map(({ path, text }) => [path, text]);
    const orders = {
      subject: JSON.stringify({ sources }),
      judge: JSON.stringify({ seed: evidence.seed, replay: input.replay ?? true, sources: sources.map(([path]) => path) }),
      testsHash: createHash('sha256').update(bundle).digest('hex'),
    };
    await conductRun(evidence, spawnPythonPair(bundle, input.limits), orders, input);
  }
  evidence.timings.totalMs = performance.now() - started;
  return evidence;
}

/** Mounted read-only at /w/tests.json in the judge: the bytes that were hashed. */
function bundlePythonTests(tests: readonly PackageFile[]): Buffer {
  const of = (isModule: boolean) => Object.fromEntries(tests.filter(({ path }) => path.endsWith('.py') === isModule).map(({ path, text }) => [path, text]));
  return Buffer.from(JSON.stringify({ modules: of(true), data: of(false) }));
}
