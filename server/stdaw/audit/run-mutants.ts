import type { TextFile } from '../diff/types';
import { runTests } from '../runner/run-tests';
import type { RunEvidence } from '../runner/types';
import { applyEdits } from './edits';
import type { Mutant } from './mutants';

/** Two cores, two processes a run: more at once only wait for each other. */
const AT_ONCE = 2;
const TEST_TIMEOUT_MS = 1500;

/** True when every planned test passed exactly once and the run ended properly. */
export function allPassed({ plan, tests, faults, events }: RunEvidence): boolean {
  const ids = tests.filter((t) => t.ok).map((t) => t.id);
  return faults.length === 0 && tests.length === plan.ids.length && new Set(ids).size === plan.ids.length && plan.ids.every((id) => ids.includes(id)) && events.filter((e) => e.t === 'end').length === 1;
}

/** Runs each mutant against the tests in a fresh pair; a mutant that loops is killed by its time. Returns those that no test noticed. */
export async function findSurvivors(input: { sources: readonly TextFile[]; tests: readonly TextFile[]; mutants: readonly Mutant[]; seed: number; signal?: AbortSignal }): Promise<Mutant[]> {
  const survived: boolean[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let i = next++; i < input.mutants.length; i = next++) {
      const sources = applyEdits(input.sources, [input.mutants[i]!]);
      survived[i] = allPassed(await runTests({ sources, tests: input.tests, seed: input.seed, replay: false, testTimeoutMs: TEST_TIMEOUT_MS, ...(input.signal ? { signal: input.signal } : {}) }));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return input.mutants.filter((_, i) => survived[i]);
}
