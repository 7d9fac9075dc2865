import { beforeAll, describe, expect, it } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { HONEST_SIZING_PY, pythonFixture, pythonFixtureFiles } from './attacks/python/fixture';
import { makeUnifiedDiff } from './diff/make-unified-diff';
import { verifyPackage } from './verify-package';

beforeAll(async () => {
  await requireSandbox();
});

const PATH = 'tests/test_sizing.py';
const base = pythonFixtureFiles(HONEST_SIZING_PY);
const current = base.find((f) => f.path === PATH)!.text;
const HEAD = 'import pytest\n\nfrom src.sizing import lots_for, within_volume\nfrom src.strategy import best_lots\n\n\n';

async function propose(tests: string, more: { maxAstEdits?: number; path?: string } = {}) {
  const after = [...base.filter((f) => f.path !== (more.path ?? PATH)), { path: more.path ?? PATH, text: tests }];
  const { verdict } = await verifyPackage({
    basePackage: pythonFixture(HONEST_SIZING_PY), diff: makeUnifiedDiff(base, after), phase: 'test_genesis', seed: 8,
    constraints: { allowed_paths: ['tests/**'], max_ast_edits: more.maxAstEdits ?? 500, frozen_symbols: [] }, acceptance: {},
  });
  return { verdict, gate: verdict.gradient?.gate, code: verdict.gradient?.code };
}

describe('Test Genesis in Python', { timeout: 120_000 }, () => {
  const better = `${current}\n\ndef test_an_order_of_exactly_the_part_of_the_volume_stays():\n    assert within_volume(1234, 12345, 0.1) == 1234\n\n\ndef test_a_lot_more_or_less():\n    assert [lots_for(3299, 33), lots_for(3300, 33)] == [0, 100]\n`;

  it('accepts tests that check more', async () => {
    const { verdict } = await propose(better);
    expect(verdict.gradient).toBeNull();
    expect(verdict.status).toBe('pass');
    expect(verdict.gates.find((g) => g.name === 'cross_validation')?.evidence).toMatchObject({ good: { passed: 3, runs: 3 }, bad: 30, unstable: 0, lost: [] });
  });

  it('counts the edits of tests', async () => {
    expect(await propose(better, { maxAstEdits: 3 })).toMatchObject({ gate: 'scope', code: 'AST_BUDGET_EXCEEDED' });
  });

  it.each<[string, string, string, string]>([
    ['tests that check nothing', `${HEAD}def test_a():\n    assert lots_for(1, 1) is not None\n\n\ndef test_b():\n    lots_for(1, 0)\n    within_volume(5, 1, 0.5)\n    within_volume(0, 9, 1)\n    best_lots([], [], [], 1)\n    best_lots([1], [1], [1], 1)\n`, 'cross_validation', 'VACUOUS_TESTS'],
    ['tests that swallow the failure', `${HEAD}def test_a():\n    try:\n        assert lots_for(1, 1) == 1\n    except AssertionError:\n        pass\n`, 'sanitizer', 'EVASION_PATTERN'],
    ['tests that write the verdict themselves', `import os\n\nos.write(3, b'{"t":"end"}')\n${HEAD}def test_a():\n    assert lots_for(1, 1) == 0\n`, 'sanitizer', 'EVASION_PATTERN'],
    ['tests that reach the judge through a module', `import random\n\n${HEAD}def test_a():\n    assert random._os.getpid() > 0\n`, 'sanitizer', 'EVASION_PATTERN'],
    ['tests that change the kit', `${HEAD}pytest.approx = lots_for\n\n\ndef test_a():\n    assert lots_for(1, 1) == 0\n`, 'sanitizer', 'EVASION_PATTERN'],
    ['tests that disagree with the source', `${HEAD}def test_a():\n    assert lots_for(1000, 1) == 7\n`, 'tests', 'TEST_FAILED'],
    ['tests that leave code untested', `${HEAD}def test_a():\n    assert lots_for(1000, 1) == 1000\n`, 'coverage', 'COVERAGE_LOW'],
    ['tests whose number is not known', `${HEAD}ROWS = [1, 2]\n\n\n@pytest.mark.parametrize("x", ROWS)\ndef test_a(x):\n    assert lots_for(x, 1) == 0\n`, 'tests', 'PLAN_MISMATCH'],
  ])('refuses %s', async (_name, tests, gate, code) => {
    expect(await propose(tests)).toMatchObject({ gate, code });
  });

  it.each([
    ['the source', 'src/sizing.py', HONEST_SIZING_PY.replace('return 0', 'return 1'), 'SOURCE_CHANGED'],
    ['the baseline', 'baseline/lots.json', '[]', 'TESTS_TOUCHED'],
    ['a held-out test', 'tests/hidden/test_x.py', 'x = 1\n', 'TESTS_TOUCHED'],
    ['a runner configuration', 'tests/conftest.py', 'x = 1\n', 'PATH_NOT_ALLOWED'],
  ])('keeps %s locked', async (_name, path, text, code) => {
    expect(await propose(text, { path })).toMatchObject({ gate: 'scope', code });
  });
});
