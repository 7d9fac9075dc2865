import { readForRun } from '../../sanitizer/python/read-python';
import { conductRun } from '../conduct-run';
import { hashFiles } from '../hash-files';
import type { RunEvidence, RunFault, RunInput } from '../types';
import { takePair, warmUp } from '../warm-pairs';
import { bundlePythonTests } from './bundle-python-tests';
import { pythonBootstrapHash } from './python-pair';

/** `runTests` for a Python package: the same channel, events and evidence; coverage ranges count points instead of text offsets. */
export async function runPythonTests(input: RunInput): Promise<RunEvidence> {
  const started = performance.now();
  // Judge and subject start while the reader reads.
  if (input.limits === undefined) warmUp(input.tests);
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
    timings: { prepareMs: performance.now() - started, readyMs: 0, testsMs: 0, replayMs: 0, totalMs: 0 },
  };
  if (faults.length === 0) {
    const bundle = bundlePythonTests(input.tests);
    const sources = input.sources.filter(({ path }) => path.endsWith('.py')).map(({ path, text }) => [path, text]);
    const orders = {
      subject: JSON.stringify({ sources }),
      judge: JSON.stringify({ seed: evidence.seed, replay: input.replay ?? true, sources: sources.map(([path]) => path) }),
      testsHash: bundle.hash,
    };
    await conductRun(evidence, takePair(bundle, input.limits), orders, input);
  }
  evidence.timings.totalMs = performance.now() - started;
  return evidence;
}
