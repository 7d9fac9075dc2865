import { beforeAll, describe, expect, it } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { fixtureFiles, fixturePackage, HONEST_SIZING } from './attacks/fixture';
import { makeUnifiedDiff } from './diff/make-unified-diff';
import { verifyPackage } from './verify-package';

beforeAll(async () => {
  await requireSandbox();
});

const PATH = 'tests/sizing.test.ts';
const base = fixtureFiles(HONEST_SIZING);
const current = base.find((f) => f.path === PATH)!.text;
const HEAD = "import { expect, test } from '@oomrl/kit';\nimport { lotsFor, withinVolume } from '../src/sizing.ts';\nimport { bestLots } from '../src/strategy.ts';\n";

async function propose(tests: string | null, path = PATH) {
  const after = base.filter((f) => f.path !== path);
  if (tests !== null) after.push({ path, text: tests });
  const { verdict } = await verifyPackage({
    basePackage: fixturePackage(HONEST_SIZING), diff: makeUnifiedDiff(base, after), phase: 'test_genesis', seed: 8,
    constraints: { allowed_paths: ['tests/**'], max_ast_edits: 500, frozen_symbols: [] }, acceptance: {},
  });
  return { verdict, gate: verdict.gradient?.gate, code: verdict.gradient?.code };
}

describe('Test Genesis', { timeout: 120_000 }, () => {
  it('accepts tests that check more', async () => {
    const { verdict } = await propose(`${current}\ntest('an order of exactly the part of the volume stays', () => { expect(withinVolume(1234, 12345, 0.1)).toBe(1234); });\ntest('a lot more or less', () => { expect([lotsFor(3299, 33), lotsFor(3300, 33)]).toEqual([0, 100]); });\n`);
    expect(verdict.gradient).toBeNull();
    expect(verdict.status).toBe('pass');
    expect(verdict.gates.find((g) => g.name === 'cross_validation')?.evidence).toMatchObject({ good: { passed: 3, runs: 3 }, bad: 30, unstable: 0, lost: [] });
  });

  it.each<[string, string | null, string, string]>([
    ['tests that check nothing', `${HEAD}test('a', () => { expect(lotsFor(1, 1) !== undefined).toBe(true); });\ntest('b', () => { expect(typeof withinVolume(5, 1, 0.5)).toBe('number'); lotsFor(1, 0); withinVolume(0, 9, 1); });\ntest('c', () => { bestLots([], [], [], 1); bestLots([1], [1], [1], 1); });\n`, 'cross_validation', 'VACUOUS_TESTS'],
    ['tests that swallow the failure', `${HEAD}test('a', () => { try { expect(lotsFor(1, 1)).toBe(0); } catch { lotsFor(1, 0); } });\n`, 'sanitizer', 'EVASION_PATTERN'],
    ['tests that write the verdict themselves', `${HEAD}const fs = process.mainModule.require('fs');\nfs.writeSync(3, '{"t":"end"}');\n`, 'sanitizer', 'EVASION_PATTERN'],
    ['tests that read files', `import fs from 'node:fs';\n${HEAD}test('a', () => { expect(fs.existsSync('/')).toBe(true); });\n`, 'sanitizer', 'EVASION_PATTERN'],
    ['tests that disagree with the source', `${HEAD}test('a', () => { expect(lotsFor(1000, 1)).toBe(7); });\n`, 'tests', 'TEST_FAILED'],
    ['tests that leave code untested', `${HEAD}test('a', () => { expect(lotsFor(1000, 1)).toBe(1000); });\n`, 'coverage', 'COVERAGE_LOW'],
    ['tests that toss a coin', `${current}test('coin', () => { expect(lotsFor(Math.floor(5000 * Math.random()), 1) >= 0).toBe(true); });\n`, 'sanitizer', 'EVASION_PATTERN'],
  ])('refuses %s', async (_name, tests, gate, code) => {
    expect(await propose(tests)).toMatchObject({ gate, code });
  });

  it('A25: refuses tests that notice less than the old ones', async () => {
    // Weak on volumes: only that something comes out, where the old tests knew the number.
    const weaker = current.replace('toBe(1234)', 'toBeGreaterThan(0)').replace('toBe(400)', 'toBeGreaterThan(0)').replace('toBe(37400)', 'toBeGreaterThan(0)').replace('toBe(5000)', 'toBeGreaterThan(0)');
    const { gate, code } = await propose(weaker);
    expect(gate).toBe('cross_validation');
    expect(['MUTATION_SCORE_LOWER', 'VACUOUS_TESTS']).toContain(code);
  });

  it('A25: refuses to take a test away that noticed what no other notices', async () => {
    const { gate } = await propose(null, 'tests/ranking.test.ts');
    expect(['coverage', 'cross_validation']).toContain(gate);
  });

  it('refuses tests that depend on their order', async () => {
    const { gate } = await propose(`${current}let first = true;\n${[1, 2, 3, 4, 5].map((i) => `test('t${i}', () => { const me = first; first = false; expect(lotsFor(me ? 100 : 200, 1)).toBe(${i === 1 ? 100 : 200}); });`).join('\n')}\n`);
    expect(['tests', 'cross_validation']).toContain(gate);
  });

  it.each([
    ['the source', 'src/sizing.ts', HONEST_SIZING.replace('0) return 0', '0) return 1'), 'SOURCE_CHANGED'],
    ['the baseline', 'baseline/lots.json', '[]', 'TESTS_TOUCHED'],
    ['a baseline test', 'baseline/lots.test.ts', null, 'TESTS_TOUCHED'],
    ['a held-out test', 'tests/hidden/x.test.ts', 'x', 'TESTS_TOUCHED'],
    ['a runner configuration', 'tests/conftest.py', 'x', 'PATH_NOT_ALLOWED'],
  ])('keeps %s locked', async (_name, path, text, code) => {
    expect(await propose(text, path)).toMatchObject({ gate: 'scope', code });
  });
});
