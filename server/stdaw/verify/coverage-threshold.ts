import type { VerifyInput } from './types';

/** τ_cov of the paper: no owner and no autopsy can go below it. */
export const COVERAGE_FLOOR = 95;

/** Percent needed of every kind: the package owner's (strategy.json), raised by the autopsy, never lowered by anyone. */
export function coverageThreshold({ basePackage, acceptance }: Pick<VerifyInput, 'basePackage' | 'acceptance'>): number {
  return Math.max(COVERAGE_FLOOR, basePackage.manifest.coverage ?? 0, (acceptance.min_coverage ?? 0) * 100);
}
