import type { SandboxExit } from '@/server/sandbox/types';
import { bundleTests } from './bundle-tests';
import { rawCoverageSchema } from './evidence-schemas';
import { hashFiles } from './hash-files';
import { bootstrapHash, killPair } from './process-pair';
import { readPlan } from './read-plan';
import { stripTypes } from './strip-types';
import type { RawCoverage, RunEvidence, RunFault, RunInput } from './types';
import { takePair } from './warm-pairs';

const TEST_TIMEOUT_MS = 2000;
const WALL_MS = 10_000;
/** The subject writes its coverage after the judge has gone; more than this is a subject that does not end. */
const FAREWELL_MS = 3000;

/**
 * Run the tests of a package against its sources in a judge and a subject process. Returns what was seen; whether that is a
 * pass is `judgeVerdict`'s to say. Call `requireSandbox()` once before.
 * @throws AppError MISSING_PART; the reason of `input.signal` when aborted
 */
export async function runTests(input: RunInput): Promise<RunEvidence> {
  const started = performance.now();
  input.signal?.throwIfAborted();
  const plan = readPlan(input.tests);
  const sources = stripTypes(input.sources);
  const bundle = bundleTests(input.tests);
  const faults: RunFault[] = [
    ...plan.problems.map((p): RunFault => ({ code: 'PLAN_ERROR', message: `${p.file}:${p.line}: ${p.message}`, file: p.file, line: p.line })),
    ...sources.faults,
    ...bundle.faults,
  ];
  const evidence: RunEvidence = {
    plan, seed: input.seed >>> 0, events: [], tests: [], coverage: null, replay: null, exits: null, faults,
    hashes: { sources: hashFiles(input.sources), tests: hashFiles(input.tests), bootstrap: bootstrapHash() },
    timings: { prepareMs: 0, readyMs: 0, testsMs: 0, totalMs: 0 },
  };
  const prepared = performance.now();
  evidence.timings.prepareMs = prepared - started;
  if (faults.length > 0) return finish(evidence, started);

  const pair = takePair(bundle, input.limits);
  const { follower } = pair;
  const stop = (): void => killPair(pair);
  input.signal?.addEventListener('abort', stop, { once: true });
  pair.judge.arm({ wallMs: input.wallMs ?? WALL_MS });
  pair.subject.arm({ wallMs: (input.wallMs ?? WALL_MS) + FAREWELL_MS });

  pair.subject.stdin!.end(JSON.stringify(sources.code));
  pair.judge.stdin!.end(JSON.stringify({ seed: evidence.seed, replay: input.replay ?? true, sources: sources.code.map(([path]) => path) }));
  void follower.ready.then(() => {
    evidence.timings.readyMs = performance.now() - prepared;
  });
  follower.begin(input.testTimeoutMs ?? TEST_TIMEOUT_MS);
  const judge = await pair.judge.exited;
  follower.stop();
  const judged = performance.now();
  evidence.timings.testsMs = judged - prepared - evidence.timings.readyMs;
  // Only after an orderly end does the subject still have something to say.
  if (follower.events.at(-1)?.t === 'end') pair.subject.arm({ wallMs: FAREWELL_MS });
  else pair.subject.kill();
  const subject = await pair.subject.exited;
  input.signal?.removeEventListener('abort', stop);
  input.signal?.throwIfAborted();

  evidence.events = follower.events;
  evidence.tests = follower.tests;
  evidence.exits = { judge, subject };
  faults.push(...follower.faults.map((fault) => (fault.code === 'SUBJECT_DIED' ? { ...fault, message: explainDeath(subject, fault.message) } : fault)));
  if (judge.killedBy === 'wall') faults.push({ code: 'TIMEOUT', message: `the run took longer than ${input.wallMs ?? WALL_MS} ms` });
  if (judge.killedBy === 'output' || subject.killedBy === 'output') faults.push({ code: 'OUTPUT_FLOOD', message: `the ${judge.killedBy === 'output' ? 'judge' : 'strategy'} process wrote more than it may` });
  if (subject.killedBy === 'wall') faults.push({ code: 'SUBJECT_DIED', message: 'the process of the strategy did not end after the tests' });
  const last = follower.events.at(-1);
  if (last?.t === 'end' && last.testsHash !== bundle.hash) faults.push({ code: 'TESTS_CHANGED', message: 'the tests in the judge are not the tests that were put there' });
  const replay = follower.events.find((event) => event.t === 'replay');
  evidence.replay = replay ? { calls: replay.calls, mismatch: replay.mismatch } : null;
  evidence.coverage = readCoverage(pair.coverageText());
  return finish(evidence, started);
}

function finish(evidence: RunEvidence, started: number): RunEvidence {
  evidence.timings.totalMs = performance.now() - started;
  return evidence;
}

/** The limit that ended a strategy process, in words; its stderr is that of V8 and the bootstrap. */
function explainDeath(exit: SandboxExit, otherwise: string): string {
  if (/heap out of memory|allocation failed|bad_alloc/i.test(exit.stderr)) return 'the strategy ran out of memory';
  // 128 + SIGKILL (9) or SIGXCPU (24), as bwrap reports them
  if (exit.killedBy === null && (exit.code === 137 || exit.code === 152)) return 'the strategy used up its CPU time';
  return otherwise;
}

function readCoverage(text: string): RawCoverage | null {
  try {
    const parsed = rawCoverageSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
