import { createPrng } from '@/server/market/prng';
import type { TextFile } from '../diff/types';
import { runTests } from '../runner/run-tests';
import { chooseVariants, questionedBy } from './choose-variants';
import { applyEdits } from './edits';
import { makeMutants, type Mutant } from './mutants';
import { allPassed } from './run-mutants';

export interface CrossValidation {
  readonly good: { readonly passed: number; readonly runs: number };
  /** Wrong variants of the source that the new tests noticed, of `bad`. */
  readonly killed: number;
  readonly bad: number;
  /** Wrong variants run twice that gave two different answers. */
  readonly unstable: number;
  readonly survivors: readonly Mutant[];
  /** Survivors that the accepted tests notice; not all when there are many. */
  readonly lost: readonly Mutant[];
}

const GOOD_RUNS = 3;
const REPEATED = 3;
const AT_ONCE = 2;
/** A law over drawn inputs may find a wrong variant at one seed and not at another: what counts as lost is tried this often again. */
const CONFIRMATIONS = 2;
/** One that is lost is enough to refuse: the others are tried only while none is. */
const TRIED_TOGETHER = 4;

interface Job {
  readonly tests: readonly TextFile[];
  readonly mutant: Mutant | null;
  readonly seed: number;
}

/**
 * Blinded cross-validation of tests nobody trusts. Their own word counts for nothing: only how they behave on right and wrong variants of
 * the source, each in a fresh pair, in random order, with nothing in the judge that tells one variant from another. What they do not
 * notice is shown to the accepted tests: none of these may notice it. (What they do notice need not be shown to them.)
 */
export async function crossValidate(input: { sources: readonly TextFile[]; before: readonly TextFile[]; after: readonly TextFile[]; bad: number; mutants?: readonly Mutant[]; seed: number; signal?: AbortSignal }): Promise<CrossValidation> {
  const { sources, before, after, signal } = input;
  const random = createPrng(input.seed);
  const seed = () => random.below(0xffff_ffff);
  const mutants = chooseVariants(input.mutants ?? makeMutants(sources), input.bad, (n) => random.below(n), questionedBy(before, after));
  const run = async ({ tests, mutant, seed }: Job): Promise<boolean> =>
    allPassed(await runTests({ sources: mutant ? applyEdits(sources, [mutant]) : sources, tests, seed, replay: false, ...(signal ? { signal } : {}) }));
  const runAll = (jobs: readonly Job[]) => inRandomOrder(jobs, run, (n) => random.below(n));

  const good = Array.from({ length: GOOD_RUNS }, (): Job => ({ tests: after, mutant: null, seed: seed() }));
  const bad = mutants.map((mutant): Job => ({ tests: after, mutant, seed: seed() }));
  const again = mutants.slice(0, REPEATED).map((mutant): Job => ({ tests: after, mutant, seed: seed() }));
  const passed = await runAll([...good, ...bad, ...again]);
  const missed = bad.filter((job) => passed.get(job));
  // The same seed for both, so that a law that stands in both draws the same inputs.
  const old = missed.map((job): Job => ({ ...job, tests: before }));
  const oldPassed = await runAll(old);
  const suspects = old.filter((job) => !oldPassed.get(job)).map(({ mutant }) => mutant!);
  /** Noticed by the accepted tests at every seed, missed by the new ones at most seeds. */
  const confirm = async (suspects: readonly Mutant[]): Promise<Mutant[]> => {
    const trials = suspects.flatMap((mutant) => Array.from({ length: CONFIRMATIONS }, () => ({ mutant, seed: seed() })));
    const old = trials.map((t): Job => ({ ...t, tests: before }));
    const young = trials.map((t): Job => ({ ...t, tests: after }));
    const passed = await runAll([...old, ...young]);
    const missedBy = (jobs: readonly Job[], mutant: Mutant) => jobs.filter((job) => job.mutant === mutant && passed.get(job)).length;
    return suspects.filter((mutant) => missedBy(old, mutant) === 0 && missedBy(young, mutant) * 2 >= CONFIRMATIONS);
  };
  const lost: Mutant[] = [];
  for (let at = 0; at < suspects.length && lost.length === 0; at += TRIED_TOGETHER) lost.push(...(await confirm(suspects.slice(at, at + TRIED_TOGETHER))));
  return {
    good: { passed: good.filter((job) => passed.get(job)).length, runs: GOOD_RUNS },
    killed: bad.length - missed.length, bad: bad.length,
    unstable: again.filter((job, i) => passed.get(job) !== passed.get(bad[i]!)).length,
    survivors: missed.map(({ mutant }) => mutant!), lost,
  };
}

/** Whether each job passed; two at once, because two cores bear no more pairs. */
async function inRandomOrder(jobs: readonly Job[], run: (job: Job) => Promise<boolean>, below: (n: number) => number): Promise<Map<Job, boolean>> {
  const queue = [...jobs];
  const passed = new Map<Job, boolean>();
  const work = async (): Promise<void> => {
    while (queue.length > 0) {
      const [job] = queue.splice(below(queue.length), 1) as [Job];
      passed.set(job, await run(job));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return passed;
}
