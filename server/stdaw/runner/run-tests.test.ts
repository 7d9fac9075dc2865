import { beforeAll, expect, it } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { file, HONEST_SOURCES, HONEST_TESTS, runFixture, withSource } from './run-fixture';
import { runTests } from './run-tests';

beforeAll(async () => {
  await requireSandbox();
});

const KIT = "import { test, expect, assert, gen, property, fixtures } from '@oomrl/kit';\n";
const run = (src: string, tests: string, rest = {}) => runFixture([file('src/a.ts', src)], [file('tests/a.test.ts', KIT + tests)], rest);

it('A16: an honest package passes with full coverage, every planned test once', async () => {
  const { evidence, coverage, verdict } = await runFixture(HONEST_SOURCES, HONEST_TESTS);
  expect(verdict).toEqual({ status: 'pass', reasons: [], tests: { passed: 6, failed: 0, expected: 6 } });
  expect(coverage?.total).toEqual({ statements: 100, branches: 100, functions: 100, lines: 100 });
  expect(evidence.replay).toMatchObject({ mismatch: null });
  expect(evidence.plan.ids[3]).toBe('tests/size.test.ts > lots > rounds down');
});

it('A16: a broken package fails with the test, values and TypeScript lines', async () => {
  const { evidence, verdict } = await runFixture(withSource('src/size.ts', HONEST_SOURCES[2]!.text.replace('Math.floor', 'Math.ceil')), HONEST_TESTS);
  expect(verdict.status).toBe('fail');
  expect(verdict.reasons).toHaveLength(1);
  expect(verdict.reasons[0]).toMatchObject({ code: 'TEST_FAIL', test: 'tests/size.test.ts > lots > rounds down', error: { name: 'AssertionError', expected: '300', actual: '400', frames: [{ file: 'tests/size.test.ts', line: 5 }] } });
  expect(evidence.tests.filter((test) => !test.ok)).toHaveLength(1);
});

it('an error thrown by the strategy carries its own frames, marked untrusted', async () => {
  const { verdict } = await run('export function f(x: number): number {\n  const y: number = x;\n  if (y > 1) throw new RangeError("too big: " + y);\n  return y;\n}\n', "import { f } from '../src/a';\ntest('throws', () => { f(2); });\ntest('ok', () => { expect(f(1)).toBe(1); expect(() => f(3)).toThrow(RangeError); expect(() => f(3)).toThrow('too big'); });");
  expect(verdict.reasons).toHaveLength(1);
  expect(verdict.reasons[0]!.error).toMatchObject({ name: 'RangeError', message: 'too big: 2', untrusted: true });
  expect(verdict.reasons[0]!.error!.frames[0]).toMatchObject({ file: 'src/a.ts', line: 3, fn: 'f' });
});

it('A16: uncovered code fails with its exact lines', async () => {
  const { verdict, coverage } = await run('export function f(x: number): number {\n  if (x > 10) {\n    return 1;\n  }\n  return 0;\n}\nexport function g(): number {\n  return 2;\n}\n', "import { f } from '../src/a';\ntest('low', () => { expect(f(1)).toBe(0); });");
  expect(verdict.reasons.every((reason) => reason.code === 'COVERAGE')).toBe(true);
  expect(coverage?.files[0]).toMatchObject({ uncoveredLines: [3, 8], uncoveredBranches: [{ line: 2, column: 15, what: 'if' }], uncoveredFunctions: [{ line: 7, name: 'g' }] });
});

it('A22: calling one\'s own functions at import covers nothing', async () => {
  const { coverage } = await run('export function f(): number {\n  return 1;\n}\nexport const ONE = f();\n', "import { ONE } from '../src/a';\ntest('one', () => { expect(ONE).toBe(1); });");
  expect(coverage?.files[0]).toMatchObject({ uncoveredLines: [2], functions: { covered: 0, total: 1 } });
});

it('values of all plain kinds cross both ways unchanged', async () => {
  const tests = `import { same, BOX } from '../src/a';
test('plain', () => {
  for (const v of [0, -0, NaN, Infinity, -Infinity, 1e300, 5e-324, 'x\\u0000\\u2028é\\n\\t', '', true, null, undefined, 12345678901234567890n, [1, [2, undefined]], { a: { $: 1, $$: 2, b: [] } }, {}]) expect(same(v)).toStrictEqual(v);
});
test('collections', () => {
  for (const v of [new Map<unknown, unknown>([[1, { a: NaN }], ['k', new Set([1, -0])]]), new Set(['a', 2n]), Float64Array.of(1, NaN, -0, Infinity), Int32Array.of(-1, 2), Uint8Array.of(255)]) expect(same(v)).toStrictEqual(v);
});
test('an own __proto__ key is data', () => { expect(Object.keys(same(JSON.parse('{"__proto__":1}')))).toEqual(['__proto__']); });
test('exported data', () => { expect(BOX).toEqual({ weights: Float64Array.of(0.5), at: -0 }); });
test('functions do not', () => {
  expect(() => same(() => 1)).toThrow('argument 1 of same (src/a.ts): a function cannot be passed');
  expect(() => same(new Date(0))).toThrow('instance of Date');
});`;
  const { verdict } = await run('export const same = <T>(x: T): T => x;\nexport const BOX = { weights: Float64Array.of(0.5), at: -0 };\n', tests);
  expect(verdict.reasons).toEqual([]);
});

it('a result that is not plain data is refused with the reason', async () => {
  const { verdict } = await run('class Box { v = 1; }\nexport const make = (): Box => new Box();\nexport const fn = (): unknown => () => 1;\n', "import { make, fn } from '../src/a';\ntest('instance', () => { make(); });\ntest('function', () => { fn(); });");
  expect(verdict.reasons.filter((r) => r.code === 'TEST_FAIL').map((r) => r.message).sort()).toEqual(['a function cannot cross the boundary; only plain data can', 'an instance of a class cannot cross the boundary; only plain data can']);
});

it('a function that changes its arguments is impure', async () => {
  const { verdict } = await run('export function f(xs: number[]): number {\n  return xs.sort((a, b) => a - b)[0]!;\n}\n', "import { f } from '../src/a';\ntest('min', () => { expect(f([2, 1])).toBe(1); });");
  expect(verdict.reasons[0]).toMatchObject({ code: 'TEST_FAIL', error: { name: 'ImpureFunction', frames: [{ file: 'src/a.ts' }, { file: 'tests/a.test.ts' }] } });
});

it.each([
  ['clock', 'export const f = (): number => Date.now();', 'Date.now is not available'],
  ['today', 'export const f = (): number => new Date().getTime();', 'the current time is not available'],
  ['dice', 'export const f = (): number => Math.random();', 'Math.random is not available'],
  ['process', 'export const f = (): unknown => process.env;', 'process is not defined'],
  ['network', 'export const f = (): unknown => fetch("http://x");', 'fetch is not defined'],
  ['code from text', 'export const f = (): unknown => (() => 1).constructor("return 1")();', 'Code generation from strings disallowed'],
  ['frozen built-ins', 'export const f = (): unknown => { Array.prototype.map = () => []; return 1; };', 'read only'],
])('the strategy has no %s', async (_name, src, message) => {
  const { verdict } = await run(src, "import { f } from '../src/a';\ntest('x', () => { f(); });");
  expect(verdict.reasons[0]).toMatchObject({ code: 'TEST_FAIL', message: expect.stringContaining(message) });
});

it('dates with a given time, and custom errors, work', async () => {
  const src = "export class Stop extends Error { constructor(m: string) { super(m); this.name = 'Stop'; } }\nexport const day = (s: string): number => new Date(s + 'T00:00:00Z').getUTCDay();\nexport const halt = (): never => { throw new Stop('now'); };\n";
  const { verdict } = await run(src, "import { day, halt, Stop } from '../src/a';\ntest('x', () => { expect(day('2024-06-28')).toBe(5); expect(halt).toThrow(Stop); expect(halt).toThrow('now'); });");
  expect(verdict.reasons).toEqual([]);
});

it('JSON fixtures, helpers, generators and market views serve the tests', async () => {
  const { verdict, evidence } = await runFixture(
    [file('src/a.ts', 'export const last = (rows: Float64Array[]): number => rows[rows.length - 1]![0]!;\nexport const sum = (w: number[]): number => w.reduce((a, b) => a + b, 0);\n')],
    [
      file('tests/a.test.ts', `${KIT}import expected from '../baseline/expected.json';\nimport { twice } from './helper';\nimport { last, sum } from '../src/a';\ntest('view', () => { const view = fixtures.marketView({ symbols: ['X'], close: [[1, 2, 3]] }); expect(last(view.fields.close)).toBe(expected.last); expect(twice(1)).toBe(2); });\ntest('weights', () => { property(50, gen.weights(7), (w) => { expect(sum(w)).toBeCloseTo(1, 9); }); });\ntest('async', async () => { await Promise.resolve(); assert.equal(sum([1, 2]), 3); });`),
      file('tests/helper.ts', 'export const twice = (x: number): number => 2 * x;\n'),
      file('baseline/expected.json', '{"last":3}'),
    ],
  );
  expect(verdict.reasons).toEqual([]);
  expect(evidence.replay!.calls).toBeGreaterThanOrEqual(100);
});

it('tests written for vitest or node:test run as they are', async () => {
  const { verdict, evidence } = await runFixture(
    [file('src/a.ts', 'export type Side = 1 | -1;\nexport const f = (x: number, side: Side): number => x * side;\n')],
    [
      file('tests/v.test.ts', "import { describe, expect, it } from 'vitest';\nimport { f, type Side } from '../src/a.js';\nimport table from './table.json' with { type: 'json' };\ndescribe('f', () => { it('signs', () => { const s: Side = -1; expect(f(table.x, s)).toBe(-2); }); });"),
      file('tests/n.test.ts', "import test from 'node:test';\nimport assert from 'node:assert/strict';\nimport { f } from '../src/a.ts';\ntest('keeps', () => { assert.deepStrictEqual([f(2, 1)], [2]); });"),
      file('tests/table.json', '{"x":2}'),
    ],
  );
  expect(verdict.reasons).toEqual([]);
  expect(evidence.plan.ids).toEqual(['tests/n.test.ts > keeps', 'tests/v.test.ts > f > signs']);
});

it('a failing property names the case', async () => {
  const { verdict } = await run('export const f = (x: number): number => (x > 90 ? -1 : x);\n', "import { f } from '../src/a';\ntest('positive', () => { property(500, gen.integer(0, 100), (x) => f(x) >= 0); });");
  expect(verdict.reasons[0]!.message).toMatch(/^property failed at case \d+ of 500 for 9\d: /);
});

it('state that outlives a call is found by the replay', async () => {
  const { codes } = await run('let seen = 0;\nexport function f(x: number): number {\n  seen += 1;\n  return seen > 3 ? 0 : x;\n}\n', "import { f } from '../src/a';\ntest('x', () => { expect(f(1)).toBe(1); });");
  expect(codes).toContain('NON_DETERMINISTIC');
});

it('objects that outlive a call cannot be written, whatever leads to them', async () => {
  const source = 'const seen: { list: number[] } = { list: [] };\nclass Holder {\n  list: number[];\n  constructor(list: number[]) {\n    this.list = list;\n  }\n}\nexport function f(x: number): number {\n  const held = new Holder(seen.list);\n  held.list.push(x);\n  return held.list.length;\n}\nexport const table = { a: [1] };\n';
  const { verdict } = await run(source, "import { f, table } from '../src/a';\ntest('x', () => { expect(table).toEqual({ a: [1] }); expect(f(1)).toBe(1); });");
  expect(verdict.reasons[0]).toMatchObject({ code: 'TEST_FAIL', message: expect.stringContaining('not extensible') });
});

it.each([
  ['an endless loop', 'for (;;);', 'TIMEOUT', 'longer than 3000 ms'],
  ['a heap bomb', 'const a: unknown[] = []; for (;;) a.push(new Array(1e6).fill(1.5));', 'SUBJECT_DIED', 'ran out of memory'],
  ['a huge reply', "return 'x'.repeat(2 ** 24);", 'OUTPUT_FLOOD', 'larger than'],
])('%s ends the run with the test that caused it', async (_name, body, code, message) => {
  const { verdict } = await run(`export function f(): unknown { ${body} }`, "import { f } from '../src/a';\ntest('bomb', () => { try { f(); } catch {} });", { testTimeoutMs: 3000 });
  expect(verdict.reasons[0]).toMatchObject({ code, message: expect.stringContaining(message), test: 'tests/a.test.ts > bomb' });
});

it('a test that waits for ever is no pass', async () => {
  const { verdict } = await run('export const f = (): number => 1;\n', "test('never', () => new Promise(() => {}));", { testTimeoutMs: 500 });
  expect(verdict.status).toBe('fail');
});

it.each([
  ['an enum', 'export enum E { A }', 'NON_ERASABLE', 'src/a.ts:1'],
  ['a syntax error', 'export const a = 1;\nexport const = 2;', 'NON_ERASABLE', 'src/a.ts:2'],
  ['a foreign import', "import fs from 'node:fs';\nexport const a = fs;", 'LOAD_ERROR', "imports 'node:fs'"],
  ['a missing file', "export { b } from './b';", 'LOAD_ERROR', 'there is no file src/b'],
  ['an error at import', "throw new Error('boom');", 'LOAD_ERROR', 'boom'],
  ['an endless loop at import', 'for (;;);', 'LOAD_ERROR', 'timed out'],
])('%s in the strategy is named', async (_name, src, code, message) => {
  const { verdict } = await run(src, "test('x', () => {});");
  expect(verdict.reasons[0]).toMatchObject({ code, message: expect.stringContaining(message) });
});

it.each([
  ['a foreign module', "import fs from 'node:fs';\ntest('x', () => { fs.existsSync('/'); });", 'COLLECT_ERROR', "imports 'node:fs'"],
  ['a computed name', "for (const n of [1, 2]) test('t' + n, () => {});", 'PLAN_ERROR', 'must be a plain string'],
  ['a table of cases', "test.each([[1], [2]])('t', () => {});", 'PLAN_ERROR', 'test.each is not in the kit; give each case its own test'],
  ['a test that is left out', "test.skip('t', () => {});", 'PLAN_ERROR', 'test.skip is not in the kit; a test that is there runs'],
  ['a name that the strategy does not export', "import { gone } from '../src/a';\ntest('t', () => { gone(); });", 'COLLECT_ERROR', "tests/a.test.ts: The requested module '../src/a' does not provide an export named 'gone'"],
  ['a repeated name', "test('t', () => {});\ntest('t', () => {});", 'PLAN_ERROR', 'exists twice'],
  ['no test', 'export const x = 1;', 'NO_TESTS', 'no tests'],
  ['a test in a loop', "for (const n of [1, 2]) test('t', () => { expect(n).toBeGreaterThan(0); });", 'TEST_UNPLANNED', '2 results'],
  ['a test that is not reached', "if (1 > 2) test('t', () => {});", 'TEST_MISSING', 'no result'],
])('%s in the tests is named', async (_name, tests, code, message) => {
  const { verdict } = await run('export const a = 1;', tests);
  expect(verdict.reasons.find((reason) => reason.code === code)?.message).toContain(message);
});

it('the order of the tests follows the seed', async () => {
  const order = async (seed: number) => (await runFixture(HONEST_SOURCES, HONEST_TESTS, { seed })).evidence.tests.map((test) => test.id);
  const [one, again, other] = [await order(1), await order(1), await order(2)];
  expect(one).toEqual(again);
  expect(one).not.toEqual(other);
});

it('aborting ends both processes at once', async () => {
  const controller = new AbortController();
  const running = runTests({ sources: [file('src/a.ts', 'export function f(): void { for (;;); }')], tests: [file('tests/a.test.ts', `${KIT}import { f } from '../src/a';\ntest('x', () => { f(); });`)], seed: 1, signal: controller.signal });
  setTimeout(() => controller.abort(new Error('stopped by a person')), 300);
  const started = performance.now();
  await expect(running).rejects.toThrow('stopped by a person');
  expect(performance.now() - started).toBeLessThan(1500);
});

it('A32: eight runs at once are all right', async () => {
  const runs = await Promise.all(Array.from({ length: 8 }, (_, i) => runFixture(i % 2 ? HONEST_SOURCES : withSource('src/size.ts', HONEST_SOURCES[2]!.text.replace('Math.floor', 'Math.ceil')), HONEST_TESTS, { seed: i, wallMs: 20_000, testTimeoutMs: 10_000 })));
  expect(runs.map((r) => r.verdict.status)).toEqual(['fail', 'pass', 'fail', 'pass', 'fail', 'pass', 'fail', 'pass']);
});
