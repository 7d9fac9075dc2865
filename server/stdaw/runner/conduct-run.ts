import type { SandboxExit } from '@/server/sandbox/types';
import { rawCoverageSchema } from './evidence-schemas';
import { killPair, type ProcessPair } from './process-pair';
import type { RawCoverage, RunEvidence, RunInput } from './types';

const TEST_TIMEOUT_MS = 2000;
const WALL_MS = 10_000;
/** The subject writes its coverage after the judge has gone; more than this is a subject that does not end. */
const FAREWELL_MS = 3000;

/** What the two processes read on their standard input. */
export interface PairOrders {
  subject: string;
  judge: string;
  /** SHA-256 of the test bundle; the judge reports what it sees after the run. */
  testsHash: string;
}

/** Give a pair its orders, wait for its end, and write what was seen into `evidence`. The same for every language. */
export async function conductRun(evidence: RunEvidence, pair: ProcessPair, orders: PairOrders, input: RunInput): Promise<void> {
  const { faults } = evidence;
  const { follower } = pair;
  const prepared = performance.now();
  const wallMs = input.wallMs ?? WALL_MS;
  const stop = (): void => killPair(pair);
  input.signal?.addEventListener('abort', stop, { once: true });
  pair.judge.arm({ wallMs });
  pair.subject.arm({ wallMs: wallMs + FAREWELL_MS });

  pair.subject.stdin!.end(orders.subject);
  pair.judge.stdin!.end(orders.judge);
  void follower.ready.then(() => {
    evidence.timings.readyMs = performance.now() - prepared;
  });
  follower.begin(input.testTimeoutMs ?? TEST_TIMEOUT_MS);
  const judge = await pair.judge.exited;
  follower.stop();
  evidence.timings.replayMs = follower.replayMs;
  evidence.timings.testsMs = performance.now() - prepared - evidence.timings.readyMs;
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
  if (judge.killedBy === 'wall') faults.push({ code: 'TIMEOUT', message: `the run took longer than ${wallMs} ms` });
  if (judge.killedBy === 'output' || subject.killedBy === 'output') faults.push({ code: 'OUTPUT_FLOOD', message: `the ${judge.killedBy === 'output' ? 'judge' : 'strategy'} process wrote more than it may` });
  if (subject.killedBy === 'wall') faults.push({ code: 'SUBJECT_DIED', message: 'the process of the strategy did not end after the tests' });
  const last = follower.events.at(-1);
  if (last?.t === 'end' && last.testsHash !== orders.testsHash) faults.push({ code: 'TESTS_CHANGED', message: 'the tests in the judge are not the tests that were put there' });
  const replay = follower.events.find((event) => event.t === 'replay');
  evidence.replay = replay ? { calls: replay.calls, mismatch: replay.mismatch } : null;
  evidence.coverage = readCoverage(pair.coverageText());
}

/** The limit that ended a strategy process, in words; its stderr is that of the interpreter and the bootstrap. */
function explainDeath(exit: SandboxExit, otherwise: string): string {
  if (/heap out of memory|allocation failed|bad_alloc|MemoryError/i.test(exit.stderr)) return 'the strategy ran out of memory';
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
