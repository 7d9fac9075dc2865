import { measureCoverage } from './measure-coverage';
import { measurePythonCoverage } from './python/measure-python-coverage';
import type { CoverageReport, PackageFile, RunEvidence } from './types';

/** The coverage report of a run, whatever its language; null when the strategy process left none. */
export function coverageOf(evidence: RunEvidence, sources: readonly PackageFile[]): CoverageReport | null {
  if (evidence.coverage === null) return null;
  return evidence.points ? measurePythonCoverage(evidence.points, evidence.coverage) : measureCoverage(sources, evidence.coverage);
}
