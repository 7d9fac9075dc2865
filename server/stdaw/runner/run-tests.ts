import { bundleTests } from './bundle-tests';
import { conductRun } from './conduct-run';
import { hashFiles } from './hash-files';
import { bootstrapHash } from './node-pair';
import { runPythonTests } from './python/run-python-tests';
import { readPlan } from './read-plan';
import { stripTypes } from './strip-types';
import type { RunEvidence, RunFault, RunInput } from './types';
import { takePair } from './warm-pairs';

/**
 * Run the tests of a package against its sources in a judge and a subject process. Returns what was seen; whether that is a
 * pass is `judgeVerdict`'s to say. Call `requireSandbox()` once before.
 * @throws AppError MISSING_PART; the reason of `input.signal` when aborted
 */
export async function runTests(input: RunInput): Promise<RunEvidence> {
  const started = performance.now();
  input.signal?.throwIfAborted();
  if (input.sources.some(({ path }) => path.endsWith('.py'))) return runPythonTests(input);
  const plan = readPlan(input.tests);
  const sources = stripTypes(input.sources, { exportState: true });
  const bundle = bundleTests(input.tests);
  const faults: RunFault[] = [
    ...plan.problems.map((p): RunFault => ({ code: 'PLAN_ERROR', message: `${p.file}:${p.line}: ${p.message}`, file: p.file, line: p.line })),
    ...sources.faults,
    ...bundle.faults,
  ];
  const evidence: RunEvidence = {
    plan, seed: input.seed >>> 0, events: [], tests: [], coverage: null, replay: null, exits: null, faults,
    hashes: { sources: hashFiles(input.sources), tests: hashFiles(input.tests), bootstrap: bootstrapHash() },
    timings: { prepareMs: 0, readyMs: 0, testsMs: 0, replayMs: 0, totalMs: 0 },
  };
  evidence.timings.prepareMs = performance.now() - started;
  if (faults.length === 0) {
    const orders = {
      subject: JSON.stringify(sources.code),
      judge: JSON.stringify({ seed: evidence.seed, replay: input.replay ?? true, sources: sources.code.map(([path]) => path) }),
      testsHash: bundle.hash,
    };
    await conductRun(evidence, takePair(bundle, input.limits), orders, input);
  }
  evidence.timings.totalMs = performance.now() - started;
  return evidence;
}

