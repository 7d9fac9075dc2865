import { randomBytes } from 'node:crypto';
import { createPrng } from '@/server/market/prng';
import type { TextFile } from '../diff/types';
import { runTests } from '../runner/run-tests';
import { warmUp } from '../runner/warm-pairs';
import { applyEdits } from './edits';
import { type ThrowPoint, throwPoints } from './throw-points';

export interface CoverageAudit {
  readonly sampled: number;
  /** Statements said to be covered at which a thrown error reaches no test. */
  readonly survivors: readonly { readonly path: string; readonly line: number; readonly uncounted: boolean }[];
  readonly runs: number;
}

export interface AuditInput {
  readonly sources: readonly TextFile[];
  readonly tests: readonly TextFile[];
  /** Lines that coverage says nobody ran; they are not sampled. */
  readonly uncovered: ReadonlyMap<string, ReadonlySet<number>>;
  readonly sample: number;
  /** Statements that can be replaced; default those of TypeScript. */
  readonly points?: readonly ThrowPoint[];
  /** A statement of the language that throws this word. */
  readonly throwing?: (word: string) => string;
  readonly seed: number;
  readonly signal?: AbortSignal;
}

const MAX_BROKEN = 2;

/**
 * Throw-audit: coverage that no code in the strategy's process can forge. A sample of covered statements is replaced by `throw`, each
 * with a word of its own, and every one must make a test in the judge fail with that word. All are tried at once; those that were
 * heard are put back, because they hide what comes after them, until a run hears nothing new.
 */
export async function auditCoverage(input: AuditInput): Promise<CoverageAudit> {
  const throwing = input.throwing ?? ((word) => `{ throw new Error('${word}'); }`);
  const random = createPrng(input.seed);
  const points = (input.points ?? throwPoints(input.sources)).filter((p) => !input.uncovered.get(p.path)?.has(p.line));
  const withWord = (p: ThrowPoint) => ({ ...p, word: `audit ${randomBytes(9).toString('base64url')}` });
  const pool = points.filter((p) => !p.uncounted);
  const sample = points.filter((p) => p.uncounted).map(withWord);
  for (let n = 0; n < input.sample && pool.length > 0; n++) sample.push(withWord(pool.splice(random.below(pool.length), 1)[0]!));
  const survivors: ThrowPoint[] = [];
  let waiting = [...sample];
  let runs = 0;
  let broken = 0;
  while (waiting.length > 0) {
    const tried = waiting.filter((p) => !waiting.some((o) => o !== p && o.path === p.path && o.start <= p.start && p.end <= o.end));
    const edits = tried.map((p) => ({ path: p.path, start: p.start, end: p.end, text: p.uncounted ? `(() => ${throwing(p.word)})()` : throwing(p.word) }));
    const running = runTests({ sources: applyEdits(input.sources, edits), tests: input.tests, seed: input.seed, replay: false, ...(input.signal ? { signal: input.signal } : {}) });
    // The next pair starts while this one runs.
    warmUp(input.tests);
    const { tests, events, faults } = await running;
    runs += 1;
    // A throw never makes code run longer: a run that broke off was the machine's, and says nothing about the statements.
    if (faults.length > 0) {
      if (++broken > MAX_BROKEN) throw new Error(`the audit broke off ${broken} times: ${faults[0]!.message}`);
      continue;
    }
    const said = [...tests.map((t) => t.error?.message ?? ''), ...events.map((e) => (e.t === 'collect' ? e.error.message : ''))].join('\n');
    const silent = tried.filter((p) => !said.includes(p.word));
    if (silent.length === tried.length) survivors.push(...silent);
    const settled = new Set(silent.length === tried.length ? tried : tried.filter((p) => !silent.includes(p)));
    waiting = waiting.filter((p) => !settled.has(p));
  }
  return { sampled: sample.length, survivors: survivors.map(({ path, line, uncounted = false }) => ({ path, line, uncounted })), runs };
}
