import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '@/server/audit/canonical-json';
import { autopsySchema } from '@/server/contracts/autopsy';
import type { Verdict } from '@/server/contracts/verdict';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { BROKEN_SIZING, fixtureFiles, fixturePackage, HONEST_SIZING, UNCOVERED_SIZING } from './attacks/fixture';
import { makeUnifiedDiff } from './diff/make-unified-diff';
import { decideStatus } from './verify/assemble-verdict';
import { makePackage } from '@/server/strategy/make-package';
import type { VerifyInput } from './verify/types';
import { verifyPackage } from './verify-package';

beforeAll(async () => {
  await requireSandbox();
});

const constraints = autopsySchema.shape.constraints.parse(undefined);
const verify = (input: Partial<VerifyInput> & Pick<VerifyInput, 'basePackage'>) => verifyPackage({ diff: null, phase: 'logic_genesis', constraints, acceptance: {}, seed: 11, ...input });
const statuses = (verdict: Verdict) => Object.fromEntries(verdict.gates.map((g) => [g.name, g.status]));
const base = (sizing = HONEST_SIZING) => fixturePackage(sizing);
const edit = (change: (sizing: string) => string, from = HONEST_SIZING) => makeUnifiedDiff(fixtureFiles(from), fixtureFiles(change(from)));

describe('honest', () => {
  it('a sound package passes every gate that applies, and the verdict hashes to what is returned', async () => {
    const { verdict, verdictHash } = await verify({ basePackage: base() });
    expect(verdict.gradient).toBeNull();
    expect(statuses(verdict)).toEqual({ applies: 'pass', scope: 'pass', types: 'pass', sanitizer: 'pass', ro_lock: 'pass', tests: 'pass', determinism: 'pass', coverage: 'pass', baseline: 'pass', throw_audit: 'pass', sim2real: 'skipped' });
    expect(verdict).toMatchObject({ status: 'pass', tests: { passed: 8, failed: 0, expected: 8 }, coverage: { lines: 1, branches: 1, functions: 1, statements: 1 } });
    expect(createHash('sha256').update(canonicalJson(verdict)).digest('hex')).toBe(verdictHash);
  });

  it('each gate is told the time of the work that decided it', async () => {
    const { verdict } = await verify({ basePackage: base() });
    const ms = Object.fromEntries(verdict.gates.map((g) => [g.name, g.ms]));
    for (const name of ['types', 'sanitizer', 'tests', 'determinism', 'coverage', 'baseline']) expect(ms[name], name).toBeGreaterThan(0);
    expect(verdict.gates.reduce((sum, g) => sum + g.ms, 0)).toBeLessThan(verdict.ms + 1);
  });

  it('a sound proposal passes and its hashes are those of the patched package', async () => {
    const better = (s: string) => s.replace('const most = Math.floor(volume * part);', 'const most = Math.max(0, Math.floor(volume * part));');
    const seen: string[] = [];
    const { verdict } = await verify({ basePackage: base(), diff: edit(better), onGate: (g) => seen.push(g.name) });
    expect(verdict.status).toBe('pass');
    expect(verdict.hashes).toMatchObject({ base: base().hashes.package, src: base(better(HONEST_SIZING)).hashes.src, tests: base().hashes.tests });
    expect(verdict.gates.find((g) => g.name === 'scope')?.evidence).toMatchObject({ astEdits: 1, declarations: [{ path: 'src/sizing.ts', name: 'withinVolume', change: 'changed' }] });
    expect(seen).toEqual(verdict.gates.map((g) => g.name));
  });
});

describe('failures come with a gradient', () => {
  it('failing tests: test, expected, actual, others', async () => {
    const { verdict } = await verify({ basePackage: base(BROKEN_SIZING) });
    expect(verdict.status).toBe('fail');
    expect(statuses(verdict)).toMatchObject({ ro_lock: 'pass', tests: 'fail', coverage: 'skipped' });
    expect(verdict.gradient).toMatchObject({ gate: 'tests', code: 'TEST_FAILED', untrusted: true });
    const ids = [verdict.gradient!.test, ...verdict.gradient!.otherFailures].sort();
    expect(ids).toEqual(['tests/sizing.test.ts > lots > are whole', 'tests/sizing.test.ts > volume > cuts']);
    expect([verdict.gradient!.expected, verdict.gradient!.actual].join()).toMatch(/37400|1234/);
    expect(verdict.gradient!.frames[0]).toMatchObject({ path: 'tests/sizing.test.ts' });
  });

  it('an error inside the strategy: the frame in the source', async () => {
    const { verdict } = await verify({ basePackage: base(), diff: edit((s) => s.replace('  return Math.floor(budget', "  if (price > 30) throw new RangeError('too dear');\n  return Math.floor(budget")) });
    expect(verdict.gradient).toMatchObject({ code: 'TEST_FAILED', untrusted: true, frames: [{ path: 'src/sizing.ts', line: 6, fn: 'lotsFor' }, { path: 'tests/sizing.test.ts' }] });
    expect(verdict.gradient!.message).toContain('too dear');
  });

  it('uncovered lines are named', async () => {
    const { verdict } = await verify({ basePackage: base(), diff: edit(() => UNCOVERED_SIZING) });
    expect(verdict.gradient).toMatchObject({ gate: 'coverage', code: 'COVERAGE_LOW', uncovered: [{ path: 'src/sizing.ts' }] });
    expect(verdict.gradient!.uncovered[0]!.lines).toEqual(expect.arrayContaining([15, 16, 17, 18, 19, 20, 21, 23, 24, 26]));
    const { lines, branches = [] } = verdict.gradient!.uncovered[0]!;
    expect(branches.filter((b) => lines.includes(b.line))).toEqual([]);
  });

  it('a way not taken out of a line that ran is a branch, not a line', async () => {
    const { verdict } = await verify({ basePackage: base(), diff: edit((s) => s.replace('return Math.floor(budget / price / LOT) * LOT;', 'return price > 1e9 ? 0 : Math.floor(budget / price / LOT) * LOT;')) });
    expect(verdict.gradient).toMatchObject({ code: 'COVERAGE_LOW', uncovered: [{ path: 'src/sizing.ts', lines: [], branches: [{ line: 6, what: '? side' }] }] });
    const { column } = verdict.gradient!.uncovered[0]!.branches![0]!;
    expect(verdict.coverage!.files.find((f) => f.path === 'src/sizing.ts')!.uncoveredBranches).toEqual([{ line: 6, column }]);
    expect(column).toBeGreaterThan(10);
  });

  it('the baseline disagrees', async () => {
    const files = fixtureFiles(HONEST_SIZING);
    const { verdict } = await verify({ basePackage: fixturePackage(HONEST_SIZING), diff: makeUnifiedDiff(files, fixtureFiles(HONEST_SIZING.replace('return Math.floor(budget / price / LOT)', 'return Math.floor(budget / (price === 11 ? 12 : price) / LOT)'))) });
    expect(verdict.gradient).toMatchObject({ gate: 'baseline', code: 'BASELINE_MISMATCH' });
  });

  it.each<[string, string, (sizing: string) => string]>([
    ['types', 'TYPE_ERROR', (s) => s.replace('return shares > most', 'return String(shares) > most')],
    ['sanitizer', 'EVASION_PATTERN', (s) => s.replace('const most =', 'const seen: unknown = JSON.constructor;\n  const most =')],
    ['scope', 'SYNTAX_ERROR', (s) => s.replace('const most =', 'const = most')],
  ])('%s: %s', async (gate, code, change) => {
    const { verdict } = await verify({ basePackage: base(), diff: edit(change) });
    expect(verdict.gradient).toMatchObject({ gate, code });
    expect(verdict.gates.filter((g) => g.status === 'fail').map((g) => g.name)).toEqual([gate]);
    expect(verdict.gates.slice(verdict.gates.findIndex((g) => g.name === gate) + 1).every((g) => g.status === 'skipped')).toBe(true);
  });

  it('a function that changes its arguments', async () => {
    const files = (body: string) => fixtureFiles(HONEST_SIZING).map((f) => (f.path === 'src/ranking.ts' ? { ...f, text: f.text.replace('const order = scores.map((_, i) => i);', body) } : f));
    const impure = makePackage(files('const order = scores.map((_, i) => i);\n  (scores as number[]).reverse();\n  (scores as number[]).reverse();\n  if (scores.length > 3) (scores as number[]).push(0);'));
    const { verdict } = await verify({ basePackage: impure });
    expect(verdict.gradient).toMatchObject({ gate: 'tests', code: 'IMPURE_FUNCTION', frames: expect.arrayContaining([{ path: 'src/ranking.ts', line: 2, column: 1, fn: 'rankDescending' }]) });
  });
});

describe('locks', () => {
  const files = fixtureFiles(HONEST_SIZING);
  const touch = (path: string, text: string | null) => makeUnifiedDiff(files, [...files.filter((f) => f.path !== path), ...(text === null ? [] : [{ path, text }])]);
  it.each([
    ['an edited test', 'tests/sizing.test.ts', '', 'TESTS_TOUCHED'],
    ['a deleted test', 'tests/ranking.test.ts', null, 'TESTS_TOUCHED'],
    ['a new test', 'tests/more.test.ts', 'x', 'TESTS_TOUCHED'],
    ['the baseline', 'baseline/lots.json', '[]', 'TESTS_TOUCHED'],
    ['the manifest', 'strategy.json', '{}', 'PATH_NOT_ALLOWED'],
    ['a foreign file', 'src/conftest.py', 'x', 'PATH_NOT_ALLOWED'],
    ['the lock of the tests', 'strategy.lock', '{}', 'PATH_NOT_ALLOWED'],
    ['a held-out test', 'tests/hidden/new.test.ts', 'x', 'TESTS_TOUCHED'],
    ['a new baseline', 'baseline/more.test.ts', 'x', 'TESTS_TOUCHED'],
    ['a test among the sources', 'src/sizing.test.ts', 'x', 'PATH_NOT_ALLOWED'],
    ['a declaration file', 'src/sizing.d.ts', 'declare const x: number;', 'PATH_NOT_ALLOWED'],
    ['data among the sources', 'src/table.json', '[1]', 'PATH_NOT_ALLOWED'],
    ['JavaScript', 'src/sizing.js', 'x', 'PATH_NOT_ALLOWED'],
    ['an installed package', 'node_modules/vitest/index.js', 'x', 'PATH_NOT_ALLOWED'],
    ['the settings of a package manager', 'package.json', '{}', 'PATH_NOT_ALLOWED'],
    ['the settings of the compiler', 'tsconfig.json', '{}', 'PATH_NOT_ALLOWED'],
    ['protected mathematics', 'src/ranking.ts', files[2]!.text.replace('|| a - b', '|| b - a'), 'FROZEN_SYMBOL_CHANGED'],
  ])('%s is refused before anything runs', async (_name, path, text, code) => {
    const { verdict } = await verify({ basePackage: base(), diff: touch(path, text) });
    expect(verdict.gradient).toMatchObject({ gate: 'scope', code });
    expect(verdict.tests.expected).toBe(0);
  });

  it.each([
    ['git attributes', '.gitattributes'],
    ['git filters', '.git/config'],
    ['a hidden file among the sources', 'src/.env.ts'],
    ['a path that leaves', 'src/../tests/sizing.test.ts'],
    ['a twin in another case', 'src/Sizing.ts'],
    ['a file below a file', 'src/sizing.ts/more.ts'],
    ['a name with a space', 'src/siz ing.ts'],
    ['a name with a letter that looks the same', 'src/sіzing.ts'],
  ])('%s is no path a patch may name', async (_name, path) => {
    const { verdict } = await verify({ basePackage: base(), diff: `--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+export const a = 1;\n` });
    expect(verdict.gradient).toMatchObject({ gate: 'applies', code: 'DIFF_FORBIDDEN_SHAPE' });
  });

  it('tests other than the accepted ones', async () => {
    const { verdict } = await verify({ basePackage: base(), accepted: [{ origin: 'strategy.lock', tests: { ...base().hashes, tests: 'f'.repeat(64) } }] });
    expect(verdict.gradient).toMatchObject({ gate: 'ro_lock', code: 'TESTS_CHANGED' });
    expect(verdict.tests.expected).toBe(0);
  });

  it('thresholds other than the accepted ones', async () => {
    const { verdict } = await verify({ basePackage: base(), accepted: [{ origin: 'strategy.lock', tests: { ...base().hashes, manifest: 'f'.repeat(64) } }] });
    expect(verdict.gradient).toMatchObject({ gate: 'ro_lock', code: 'MANIFEST_CHANGED', message: expect.stringContaining('--accept-tests') as string });
  });

  it('tests edited on disk while they run', async () => {
    const edited = makePackage(files.map((f) => (f.path === 'tests/ranking.test.ts' ? { ...f, text: `${f.text}\n` } : f)));
    const { verdict } = await verify({ basePackage: base(), reread: () => edited });
    expect(verdict.gradient).toMatchObject({ gate: 'ro_lock', code: 'TESTS_CHANGED' });
    const gone = await verify({ basePackage: base(), reread: () => { throw new Error('gone'); } });
    expect(gone.verdict.gradient).toMatchObject({ gate: 'ro_lock', code: 'TESTS_CHANGED' });
  });
});

it('held-out tests tell only that they failed', async () => {
  const special = HONEST_SIZING.replace('return Math.floor(budget / price / LOT) * LOT;', 'return Math.floor(budget / price / LOT) * LOT * Math.max(1, Math.floor(budget / 5000000));');
  const seen = await verify({ basePackage: fixturePackage(special) });
  expect(seen.verdict.status).toBe('pass');
  const { verdict } = await verify({ basePackage: fixturePackage(special, { hidden: true }) });
  expect(verdict.gradient).toMatchObject({ gate: 'tests', code: 'HIDDEN_FAIL', test: null, expected: null, actual: null, frames: [], otherFailures: [] });
  expect(JSON.stringify(verdict)).not.toMatch(/7142800|other budgets|hidden\//);
});

it('an aborted verification ends with the reason of the abort', async () => {
  const controller = new AbortController();
  const running = verify({ basePackage: base(), signal: controller.signal, onGate: (g) => g.name === 'ro_lock' && setTimeout(() => controller.abort(new Error('stopped by a person')), 50) });
  await expect(running).rejects.toThrow('stopped by a person');
});

it('a pass needs every mandatory gate', async () => {
  const { verdict } = await verify({ basePackage: base() });
  expect(decideStatus(verdict.gates, 'logic_genesis')).toBe('pass');
  for (const gate of verdict.gates.filter((g) => g.status === 'pass' && g.name !== 'baseline')) {
    const others = verdict.gates.filter((g) => g !== gate);
    expect(decideStatus(others, 'logic_genesis')).toBe('fail');
    for (const status of ['skipped', 'fail', 'error'] as const) expect(decideStatus([...others, { ...gate, status }], 'logic_genesis')).not.toBe('pass');
    expect(decideStatus([...verdict.gates, gate], 'logic_genesis')).toBe('fail');
  }
});

it('A32: eight verifications at once are all right', { timeout: 120_000 }, async () => {
  const change = (text: string) => makeUnifiedDiff(fixtureFiles(HONEST_SIZING), fixtureFiles(text));
  const cases = [
    [null, 'pass'], [change(BROKEN_SIZING), 'TEST_FAILED'], [change(UNCOVERED_SIZING), 'COVERAGE_LOW'], [change(`const p = process;\n${HONEST_SIZING}`), 'EVASION_PATTERN'],
    [null, 'pass'], [change(HONEST_SIZING.replace('return 0;', "return '0';")), 'TYPE_ERROR'], [change(HONEST_SIZING.replace('return 0;', 'for (;;) budget += 1;')), 'TIMEOUT'], [null, 'pass'],
  ] as const;
  const seen = await Promise.all(cases.map(async ([diff]) => (await verify({ basePackage: base(), diff })).verdict));
  expect(seen.map((v) => v.gradient?.code ?? v.status)).toEqual(cases.map(([, code]) => code));
});
