import { judgeVerdict } from './judge-verdict';
import { coverageOf } from './coverage-of';
import { runTests } from './run-tests';
import type { CoverageReport, PackageFile, RunEvidence, RunInput, TestVerdict } from './types';

/** Test helper: run a package and judge it the way the gates do, hashes unchanged. */
export async function runFixture(
  sources: readonly PackageFile[],
  tests: readonly PackageFile[],
  rest: Partial<RunInput> = {},
): Promise<{ evidence: RunEvidence; coverage: CoverageReport | null; verdict: TestVerdict; codes: string[] }> {
  const evidence = await runTests({ sources, tests, seed: 7, ...rest });
  const coverage = coverageOf(evidence, sources);
  const anchor = { testsBefore: evidence.hashes.tests, testsAfter: evidence.hashes.tests, sourcesBefore: evidence.hashes.sources };
  const verdict = judgeVerdict(evidence.plan, evidence, coverage, anchor, { coverageThreshold: 95 });
  return { evidence, coverage, verdict, codes: [...new Set(verdict.reasons.map((reason) => reason.code))] };
}

export const file = (path: string, text: string): PackageFile => ({ path, text });

/** A small honest package: index → indicators, size. */
export const HONEST_SOURCES: PackageFile[] = [
  file('src/index.ts', "export { sma } from './indicators.ts';\nexport { lots, clamp } from './size';\n"),
  file('src/indicators.ts', 'export function sma(xs: readonly number[], n: number): number {\n  if (n <= 0 || xs.length < n) return NaN;\n  let s = 0;\n  for (let i = xs.length - n; i < xs.length; i++) s += xs[i]!;\n  return s / n;\n}\n'),
  file('src/size.ts', 'export interface Limits { max: number }\nexport function lots(equity: number, price: number, lot = 100): number {\n  if (price <= 0) return 0;\n  return Math.floor(equity / price / lot) * lot;\n}\nexport const clamp = (x: number, lim: Limits): number => (x > lim.max ? lim.max : x);\n'),
];
export const HONEST_TESTS: PackageFile[] = [
  file('tests/indicators.test.ts', "import { test, expect } from '@oomrl/kit';\nimport { sma } from '../src/index';\ntest('mean', () => { expect(sma([1, 2, 3, 4], 2)).toBe(3.5); });\ntest('too short', () => { expect(sma([1], 2)).toBeNaN(); });\ntest('no window', () => { expect(sma([1], 0)).toBeNaN(); });\n"),
  file('tests/size.test.ts', "import { test, describe, expect } from '@oomrl/kit';\nimport { lots, clamp } from '../src/size.ts';\ndescribe('lots', () => {\n  test('rounds down', () => {\n    expect(lots(10_000, 33)).toBe(300);\n  });\n  test('no price', () => { expect(lots(10_000, 0)).toBe(0); });\n});\ntest('clamps', () => { expect(clamp(5, { max: 3 })).toBe(3); expect(clamp(2, { max: 3 })).toBe(2); });\n"),
];

/** The honest package with one source file replaced. */
export const withSource = (path: string, text: string): PackageFile[] => HONEST_SOURCES.map((f) => (f.path === path ? file(path, text) : f));
