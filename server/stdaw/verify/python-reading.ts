import type { PythonReading } from '../sanitizer/python/reading';
import { readPython } from '../sanitizer/python/read-python';
import type { VerificationState } from './types';

/** What the reader process says about the package as it would stand, compared with what it replaces; one process for all gates. */
export function readingOf({ input, after }: VerificationState): Promise<PythonReading> {
  const base = input.diff !== null ? input.basePackage.sources : (input.acceptedSources ?? null);
  return readPython({ sources: after.sources, tests: [...after.tests, ...after.baseline], base });
}
