import { beforeAll, expect, it } from 'vitest';
import { autopsySchema } from '@/server/contracts/autopsy';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { makePackage } from '@/server/strategy/make-package';
import { fixtureFiles, HONEST_SIZING } from '../attacks/fixture';
import { makeUnifiedDiff } from '../diff/make-unified-diff';
import { verifyPackage } from '../verify-package';

/* A module so large that one branch more or less keeps it above 95 %. */
const PARTS = Array.from({ length: 30 }, (_, i) => i);
const PART = (i: number) => `export function part${i}(x: number): number {\n  const twice = x * 2;\n  if (twice > ${i}) {\n    return twice - ${i};\n  }\n  return twice + ${i};\n}\n`;
const LARGE = `${HONEST_SIZING}\n${PARTS.map(PART).join('\n')}`;
const TESTS = `import { expect, test } from '@oomrl/kit';\nimport * as s from '../src/sizing.ts';\n${PARTS.map((i) => `test('part ${i}', () => { expect(s.part${i}(100)).toBe(${200 - i}); expect(s.part${i}(-1)).toBe(${i - 2}); });`).join('\n')}\n`;
const files = (sizing: string) => [...fixtureFiles(sizing), { path: 'tests/parts.test.ts', text: TESTS }];

async function verify(guard: string) {
  const sizing = LARGE.replace('  if (price <= 0) return 0;\n', `  if (price <= 0) return 0;\n${guard}`);
  const constraints = autopsySchema.shape.constraints.parse(undefined);
  return (await verifyPackage({ basePackage: makePackage(files(LARGE)), diff: makeUnifiedDiff(files(LARGE), files(sizing)), phase: 'logic_genesis', constraints, acceptance: {}, seed: 11 })).verdict;
}

beforeAll(() => requireSandbox());

it('a branch of its own, which no test enters, does not come in under the five percent', { timeout: 60_000 }, async () => {
  const verdict = await verify('  if (budget > 987654321) return Math.floor(budget / price);\n');
  expect(verdict.gates.find((g) => g.name === 'coverage')?.status).toBe('pass');
  expect(verdict.gradient).toMatchObject({ gate: 'throw_audit', code: 'MUTATION_SCORE_LOWER' });
});

it('a guard that refuses is no failure, and stands on the review page as a line that no test runs', { timeout: 60_000 }, async () => {
  const guard = "  if (Number.isNaN(budget)) throw new RangeError('the budget is no number');\n";
  const verdict = await verify(guard);
  expect([verdict.status, verdict.gradient]).toEqual(['pass', null]);
  const audit = verdict.gates.find((g) => g.name === 'throw_audit');
  expect(audit?.detail).toContain('1 changed line has a part that no test runs.');
  expect(audit?.evidence?.obligations).toContainEqual({ path: 'src/sizing.ts', line: 6, kind: 'unrun', before: guard.trim(), after: '' });
});
