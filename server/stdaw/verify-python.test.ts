import { beforeAll, describe, expect, it } from 'vitest';
import { autopsySchema } from '@/server/contracts/autopsy';
import type { Verdict } from '@/server/contracts/verdict';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { defaultSimulation } from '@/server/simulation/config';
import { loadPackage } from '@/server/strategy/load-package';
import { makePackage } from '@/server/strategy/make-package';
import { BROKEN_SIZING_PY, HONEST_SIZING_PY, pythonFixture, pythonFixtureFiles, UNCOVERED_SIZING_PY } from './attacks/python/fixture';
import { auditCoverage } from './audit/audit-coverage';
import { makeUnifiedDiff } from './diff/make-unified-diff';
import { readPython } from './sanitizer/python/read-python';
import type { VerifyInput } from './verify/types';
import { verifyPackage } from './verify-package';

beforeAll(async () => {
  await requireSandbox();
});

const constraints = autopsySchema.shape.constraints.parse(undefined);
const verify = (input: Partial<VerifyInput> & Pick<VerifyInput, 'basePackage'>) => verifyPackage({ diff: null, phase: 'logic_genesis', constraints, acceptance: {}, seed: 11, ...input });
const statuses = (verdict: Verdict) => Object.fromEntries(verdict.gates.map((g) => [g.name, g.status]));
const base = () => pythonFixture(HONEST_SIZING_PY);
const edit = (path: string, change: (text: string) => string) => {
  const files = pythonFixtureFiles(HONEST_SIZING_PY);
  return makeUnifiedDiff(files, files.map((f) => (f.path === path ? { ...f, text: change(f.text) } : f)));
};
const sizing = (change: (text: string) => string) => edit('src/sizing.py', change);

describe('honest', () => {
  it('the Python template passes every gate that applies', { timeout: 60_000 }, async () => {
    const { verdict } = await verify({ basePackage: loadPackage('strategies/daily-momentum-py') });
    expect(verdict.gradient).toBeNull();
    expect(statuses(verdict)).toEqual({ applies: 'pass', scope: 'pass', types: 'pass', sanitizer: 'pass', ro_lock: 'pass', tests: 'pass', determinism: 'pass', coverage: 'pass', baseline: 'pass', throw_audit: 'pass', sim2real: 'skipped' });
    expect(verdict).toMatchObject({ status: 'pass', coverage: { lines: 1, branches: 1, functions: 1, statements: 1 } });
    for (const g of verdict.gates) if (['scope', 'types', 'sanitizer', 'tests', 'determinism', 'coverage', 'baseline'].includes(g.name)) expect(g.ms, g.name).toBeGreaterThan(0);
    expect(verdict.gates.reduce((sum, g) => sum + g.ms, 0)).toBeLessThan(verdict.ms + 1);
  });

  it('a sound proposal passes; its size is counted in syntax-tree edits, small changes on its lines are tried on the tests', async () => {
    const { verdict } = await verify({ basePackage: base(), diff: sizing((s) => s.replace('    most = math.floor(volume * part)', '    # never\n    most = max(0, math.floor(volume * part))  # never less')) });
    expect(verdict.gradient).toBeNull();
    expect(verdict.gates.find((g) => g.name === 'scope')?.evidence).toMatchObject({ astEdits: 1, declarations: [{ path: 'src/sizing.py', name: 'within_volume', change: 'changed', line: 13 }] });
    expect(verdict.gates.find((g) => g.name === 'throw_audit')?.evidence).toMatchObject({ mutants: 6 });
  });

  it('eight at once are all right', { timeout: 120_000 }, async () => {
    const verdicts = await Promise.all(Array.from({ length: 8 }, (_, i) => verify({ basePackage: i % 2 ? base() : pythonFixture(BROKEN_SIZING_PY) })));
    expect(verdicts.map((v) => v.verdict.gradient?.code ?? v.verdict.status)).toEqual(Array.from({ length: 8 }, (_, i) => (i % 2 ? 'pass' : 'TEST_FAILED')));
  });
});

describe('failures come with a gradient', () => {
  it('failing tests: test, expected, actual, frames', async () => {
    const { verdict } = await verify({ basePackage: pythonFixture(BROKEN_SIZING_PY) });
    expect(verdict.gradient).toMatchObject({ gate: 'tests', code: 'TEST_FAILED', untrusted: true });
    expect([verdict.gradient!.test, ...verdict.gradient!.otherFailures].sort()).toEqual(['tests/test_sizing.py::TestVolume::test_cuts', 'tests/test_sizing.py::test_lots_are_whole[0]']);
    expect([verdict.gradient!.expected, verdict.gradient!.actual].join()).toMatch(/37400,37411|1234,5000/);
    expect(verdict.gradient!.frames[0]).toMatchObject({ path: 'tests/test_sizing.py' });
  });

  it('uncovered lines are named', async () => {
    const { verdict } = await verify({ basePackage: base(), diff: sizing(() => UNCOVERED_SIZING_PY) });
    expect(verdict.gradient).toMatchObject({ gate: 'coverage', code: 'COVERAGE_LOW', uncovered: [{ path: 'src/sizing.py' }] });
    expect(verdict.gradient!.uncovered[0]!.lines).toEqual(expect.arrayContaining([20, 21, 22, 23, 24, 25, 26, 27, 28]));
  });

  it.each<[string, string, string, (text: string) => string]>([
    ['scope', 'SYNTAX_ERROR', 'src/sizing.py', (s) => s.replace('most =', 'most = =')],
    ['scope', 'FROZEN_SYMBOL_CHANGED', 'src/ranking.py', (s) => s.replace('-scores[i]', 'scores[i]')],
    ['scope', 'TESTS_TOUCHED', 'tests/test_sizing.py', (s) => s.replace('37400', '37411')],
    ['scope', 'TESTS_TOUCHED', 'baseline/lots.json', (s) => s.replace('2200', '2300')],
    ['baseline', 'BASELINE_MISMATCH', 'src/sizing.py', (s) => s.replace('budget / price / LOT', 'budget / (12 if price == 11 else price) / LOT')],
  ])('%s: %s', async (gate, code, path, change) => {
    const { verdict } = await verify({ basePackage: base(), diff: edit(path, change) });
    expect(verdict.gradient).toMatchObject({ gate, code });
    expect(verdict.gates.slice(verdict.gates.findIndex((g) => g.name === gate) + 1).filter((g) => g.name !== 'types').every((g) => g.status === 'skipped')).toBe(true);
  });

  it('a function that changes its arguments', async () => {
    const files = pythonFixtureFiles(HONEST_SIZING_PY).map((f) => (f.path === 'src/ranking.py' ? { ...f, text: f.text.replace('    return sorted(range(len(scores))', '    scores.append(0)\n    return sorted(range(len(scores) - 1)') } : f));
    const { verdict } = await verify({ basePackage: makePackage(files) });
    const declared = files.find((f) => f.path === 'src/ranking.py')!.text.split('\n').findIndex((line) => line.startsWith('def rank')) + 1;
    expect(verdict.gradient).toMatchObject({ gate: 'tests', code: 'IMPURE_FUNCTION', frames: expect.arrayContaining([expect.objectContaining({ path: 'src/ranking.py', line: declared })]) });
  });
});

it('the throw-audit hears every statement of an honest package and finds what rides along behind try and except', async () => {
  const audit = async (text: string) => {
    const pkg = pythonFixture(text);
    const tests = [...pkg.tests, ...pkg.baseline];
    const { modules } = await readPython({ sources: pkg.sources, tests, base: null });
    const points = modules.flatMap((m) => m.throwPoints.map((p) => ({ path: m.path, ...p })));
    return auditCoverage({ sources: pkg.sources, tests, uncovered: new Map(), sample: 100, points, throwing: (word) => `raise RuntimeError("${word}")`, seed: 3 });
  };
  expect((await audit(HONEST_SIZING_PY)).survivors).toEqual([]);
  const { survivors } = await audit(UNCOVERED_SIZING_PY.replace('    most = math', '    try:\n        seen = [ladder(v) for v in (20, 7, 1)]\n    except Exception:\n        seen = 0\n    most = math'));
  expect([...new Set(survivors.map((s) => s.line))].sort((a, b) => a - b)).toEqual([16, 24, 26, 27, 29, 31, 32]);
});

it('names that nothing defines are what a type check would refuse', async () => {
  const sources = [{ path: 'src/a.py', text: 'from .b import gone, there\n\n\ndef f(x):\n    return [y + z for y in x] + there\n' }, { path: 'src/b.py', text: 'there = 1\n' }];
  const { modules } = await readPython({ sources, tests: [], base: null });
  expect(modules[0]!.unresolved).toEqual([{ line: 1, column: 1, message: 'src.b has no gone' }, { line: 5, column: 17, message: 'the name z is not defined' }]);
});

it('a text that breaks the parser is refused, not an error of ours', async () => {
  const { verdict } = await verify({ basePackage: pythonFixture(`${HONEST_SIZING_PY}\nX = ${'('.repeat(300)}1${')'.repeat(300)}\n`) });
  expect(verdict.gradient).toMatchObject({ gate: 'scope', code: 'SYNTAX_ERROR' });
});

it('Sim2Real runs a Python proposal on the same days as what it replaces', { timeout: 180_000 }, async () => {
  const base = loadPackage('strategies/daily-momentum-py');
  const slower = base.sources.map((f) => (f.path === 'src/schedule.py' ? { ...f, text: f.text.replace('REBALANCE_EVERY_DAYS = 1\n', 'REBALANCE_EVERY_DAYS = 20\n') } : f));
  const { verdict } = await verify({
    basePackage: base, diff: makeUnifiedDiff(base.sources, slower), acceptance: { max_annual_turnover: 0.1 },
    market: { name: 'synthetic', panel: generateSyntheticMarket({ seed: 7, symbols: 30, years: 1 }), panelHash: 'a'.repeat(64), config: defaultSimulation('cn-a') },
  });
  expect(verdict.gradient).toMatchObject({ gate: 'sim2real', code: 'TURNOVER_TOO_HIGH' });
  expect(verdict.sim2real!.after.annualTurnover!).toBeLessThan(verdict.sim2real!.before.annualTurnover! / 2);
});
