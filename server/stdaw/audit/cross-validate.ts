import { createPrng } from '@/server/market/prng';
import type { TextFile } from '../diff/types';
import { runTests } from '../runner/run-tests';
import { applyEdits } from './edits';
import { makeMutants, type Mutant } from './mutants';
import { allPassed } from './run-mutants';

export interface CrossValidation {
  readonly good: { readonly passed: number; readonly runs: number };
  /** Wrong variants of the source that the new and the old tests noticed, of the same `bad`. */
  readonly killed: number;
  readonly killedBefore: number;
  readonly bad: number;
  /** Wrong variants run twice that gave two different answers. */
  readonly unstable: number;
  readonly survivors: readonly Mutant[];
}

const GOOD_RUNS = 3;
const REPEATED = 3;
const AT_ONCE = 2;

/**
 * Blinded cross-validation of tests nobody trusts. Their own word counts for nothing: only how they behave on right and wrong variants of
 * the source, each in a fresh pair, in random order, with nothing in the judge that tells one variant from another.
 */
export async function crossValidate(input: { sources: readonly TextFile[]; before: readonly TextFile[]; after: readonly TextFile[]; bad: number; mutants?: readonly Mutant[]; seed: number; signal?: AbortSignal }): Promise<CrossValidation> {
  const random = createPrng(input.seed);
  const pool = [...(input.mutants ?? makeMutants(input.sources))];
  const mutants = Array.from({ length: Math.min(input.bad, pool.length) }, () => pool.splice(random.below(pool.length), 1)[0]!);
  type Job = { tests: readonly TextFile[]; mutant: Mutant | null; seed: number; passed?: boolean };
  const job = (tests: readonly TextFile[], mutant: Mutant | null): Job => ({ tests, mutant, seed: random.below(0xffff_ffff) });
  const good = Array.from({ length: GOOD_RUNS }, () => job(input.after, null));
  const bad = mutants.map((m) => job(input.after, m));
  const again = mutants.slice(0, REPEATED).map((m) => job(input.after, m));
  const old = mutants.map((m) => job(input.before, m));
  const queue = [...good, ...bad, ...again, ...old];
  for (let i = queue.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    [queue[i], queue[j]] = [queue[j]!, queue[i]!];
  }
  let next = 0;
  const work = async (): Promise<void> => {
    for (let one = queue[next++]; one; one = queue[next++]) {
      const sources = one.mutant ? applyEdits(input.sources, [one.mutant]) : input.sources;
      one.passed = allPassed(await runTests({ sources, tests: one.tests, seed: one.seed, replay: false, ...(input.signal ? { signal: input.signal } : {}) }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const noticed = (jobs: readonly Job[]) => jobs.filter((j) => !j.passed).length;
  return {
    good: { passed: GOOD_RUNS - noticed(good), runs: GOOD_RUNS },
    killed: noticed(bad), killedBefore: noticed(old), bad: mutants.length,
    unstable: again.filter((j, i) => j.passed !== bad[i]!.passed).length,
    survivors: mutants.filter((_, i) => bad[i]!.passed),
  };
}
