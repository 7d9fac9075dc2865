import type { Mutant } from '../audit/mutants';
import type { ThrowPoint } from '../audit/throw-points';
import type { PythonReading } from '../sanitizer/python/reading';
import type { Declaration } from '../scope/declarations';
import { readPython } from '../sanitizer/python/read-python';
import { noteWork } from './gate-times';
import type { VerificationState } from './types';

/** What the reader process says about the package as it would stand, compared with what it replaces; one process for all gates. */
export async function readingOf({ input, after, workAhead }: VerificationState): Promise<PythonReading> {
  const started = performance.now();
  const base = input.diff !== null ? input.basePackage.sources : (input.acceptedSources ?? null);
  const { tests, baseline } = input.basePackage;
  const reading = await readPython({ sources: after.sources, tests: [...after.tests, ...after.baseline], base, ...(input.diff === null ? {} : { baseTests: [...tests, ...baseline] }) });
  if (!workAhead.has('types')) noteWork(workAhead, performance.now() - started, { sanitizer: input.phase === 'test_genesis' ? reading.ms.tests : reading.ms.patterns, types: reading.ms.names });
  return reading;
}

/** Places to throw at, small changes of meaning and declarations, from the reader process. */
export async function pythonEdits(state: VerificationState): Promise<{ audit: { points: ThrowPoint[]; throwing(word: string): string }; mutants: Mutant[]; declarations: Map<string, readonly Declaration[]> }> {
  const { modules, changes } = await readingOf(state);
  const of = <T>(pick: (m: (typeof modules)[number]) => readonly T[]) => modules.flatMap((m) => pick(m).map((x) => ({ path: m.path, ...x })));
  return { audit: { points: of((m) => m.throwPoints), throwing: (word) => `raise RuntimeError(${JSON.stringify(word)})` }, mutants: of((m) => m.mutants), declarations: new Map(changes.map((c) => [c.path, c.after])) };
}
