import { describe, expect, it } from 'vitest';
import { phaseSchema } from '@/server/contracts/verdict';
import { ACCESS_POLICY, classifyPath, PATH_CLASSES } from './access-policy';
import { checkScope } from './check-scope';
import { countAstEdits } from './count-ast-edits';
import { compareDeclarations, declarationsOf, parseModule } from './declarations';
import { matchesAny } from './path-globs';

const source = `import { cap } from './risk.ts';
/** Days between trades. */
export const REBALANCE_EVERY_DAYS = 1;
export function rank(xs: readonly number[]): number[] {
  const order = xs.map((_, i) => i);
  return order.sort((a, b) => xs[a]! - xs[b]!);
}
export class Book {
  size(n: number): number { return n * 2; }
  half(n: number): number { return n / 2; }
}
`;
const before = [
  { path: 'src/alpha.ts', text: source },
  { path: 'tests/alpha.test.ts', text: 'x' },
  { path: 'strategy.json', text: '{}' },
];
const scope = (path: string, text: string | null, more: { phase?: 'logic_genesis' | 'test_genesis'; allowedPaths?: string[]; maxAstEdits?: number; frozen?: string[] } = {}) => {
  const after = before.filter((f) => f.path !== path);
  if (text !== null) after.push({ path, text });
  return checkScope({ phase: more.phase ?? 'logic_genesis', language: 'typescript', before, after, limits: { allowedPaths: more.allowedPaths ?? ['src/**', 'tests/**', '**'], maxAstEdits: more.maxAstEdits ?? 40, frozen: more.frozen ?? [] } });
};

describe('the access policy', () => {
  const writable = { logic_genesis: ['source'], test_genesis: ['test'] };
  it.each(phaseSchema.options.flatMap((phase) => PATH_CLASSES.map((path) => [phase, path] as const)))('%s may write %s only where the paper says so', (phase, path) => {
    expect(ACCESS_POLICY[phase][path].write).toBe(writable[phase].includes(path));
  });
  it('puts every path into its class', () => {
    const classes = ['src/a.ts', 'src/deep/b.ts', 'tests/a.test.ts', 'tests/data.json', 'tests/hidden/h.test.ts', 'baseline/b.json', 'strategy.json', 'src/a.test.ts', 'src/x.json', 'src/conftest.py', 'package.json', 'tests/conftest.py', 'src/t.d.ts'].map((p) => classifyPath(p, 'typescript'));
    expect(classes).toEqual(['source', 'source', 'test', 'test', 'hidden_test', 'baseline', 'manifest', 'other', 'other', 'other', 'other', 'other', 'other']);
    expect(['src/a.py', 'src/conftest.py', 'tests/test_a.py', 'tests/conftest.py', 'src/pytest.ini'].map((p) => classifyPath(p, 'python'))).toEqual(['source', 'other', 'test', 'other', 'other']);
  });
});

describe('scope', () => {
  it('lets a small change pass and measures it', () => {
    expect(scope('src/alpha.ts', source.replace('DAYS = 1', 'DAYS = 5'))).toMatchObject({ ok: true, astEdits: 1, declarations: [{ path: 'src/alpha.ts', name: 'REBALANCE_EVERY_DAYS', change: 'changed', line: 3 }] });
  });
  it.each([
    ['tests/alpha.test.ts', 'y', 'TESTS_TOUCHED'],
    ['tests/new.test.ts', 'y', 'TESTS_TOUCHED'],
    ['tests/alpha.test.ts', null, 'TESTS_TOUCHED'],
    ['tests/hidden/a.test.ts', 'y', 'TESTS_TOUCHED'],
    ['baseline/x.json', '{}', 'TESTS_TOUCHED'],
    ['strategy.json', '{"a":1}', 'PATH_NOT_ALLOWED'],
    ['src/conftest.py', '', 'PATH_NOT_ALLOWED'],
    ['vitest.config.ts', '', 'PATH_NOT_ALLOWED'],
    ['src/alpha.ts', 'export const = 1;', 'SYNTAX_ERROR'],
  ])('%s = %j is %s', (path, text, code) => expect(scope(path, text)).toMatchObject({ ok: false, code }));
  it("an autopsy's src/** narrows Logic Genesis, not Test Genesis; one that names tests narrows those", () => {
    const tests = (allowedPaths: string[], path = 'tests/alpha.test.ts') => scope(path, "import { test } from '@oomrl/kit';\ntest('a', () => {});\n", { phase: 'test_genesis', allowedPaths }).code;
    expect(tests(['src/**'])).toBe('OK');
    expect(tests(['src/risk.ts', 'tests/risk.test.ts'])).toBe('PATH_NOT_ALLOWED');
    expect(tests(['src/**'], 'tests/hidden/a.test.ts')).toBe('TESTS_TOUCHED');
    expect(scope('src/alpha.ts', source.replace('DAYS = 1', 'DAYS = 5'), { allowedPaths: ['src/risk.ts'] }).code).toBe('PATH_NOT_ALLOWED');
  });
  it('source is locked in Test Genesis, tests are open', () => {
    expect(scope('src/alpha.ts', '', { phase: 'test_genesis' }).code).toBe('SOURCE_CHANGED');
    expect(scope('tests/alpha.test.ts', 'const y = 1;', { phase: 'test_genesis' }).ok).toBe(true);
  });
  it('keeps to the paths and the budget of the autopsy', () => {
    const wide = source.replace('n * 2', 'n * 3').replace('n / 2', 'n / 4').replace('DAYS = 1', 'DAYS = 5');
    expect(scope('src/alpha.ts', wide, { allowedPaths: ['src/risk.ts'] }).code).toBe('PATH_NOT_ALLOWED');
    expect(scope('src/alpha.ts', wide, { maxAstEdits: 2 })).toMatchObject({ code: 'AST_BUDGET_EXCEEDED', astEdits: 3 });
  });
  it('protected declarations may move and be reformatted, not change', () => {
    const frozen = ['src/alpha.ts#rank', 'Book.size'];
    expect(scope('src/alpha.ts', source.replace('  const order', '  // why\n\n  const  order'), { frozen }).ok).toBe(true);
    expect(scope('src/alpha.ts', source.replace('xs[a]! - xs[b]!', 'xs[b]! - xs[a]!'), { frozen })).toMatchObject({ code: 'FROZEN_SYMBOL_CHANGED', line: 4 });
    expect(scope('src/alpha.ts', source.replace('export function rank', 'function rank'), { frozen }).code).toBe('FROZEN_SYMBOL_CHANGED');
    expect(scope('src/alpha.ts', source.replace('n * 2', 'n * 3'), { frozen }).code).toBe('FROZEN_SYMBOL_CHANGED');
    expect(scope('src/alpha.ts', source.replace('n / 2', 'n / 3'), { frozen }).ok).toBe(true);
    expect(scope('src/alpha.ts', null, { frozen }).code).toBe('FROZEN_SYMBOL_CHANGED');
    expect(scope('src/alpha.ts', source.replace('DAYS = 1', 'DAYS = 5'), { frozen: ['rnak'] }).code).toBe('PACKAGE_INVALID');
  });
});

it('counts edits in nodes, not in lines', () => {
  const edits = (after: string) => countAstEdits('src/alpha.ts', source, after);
  expect(edits(source)).toBe(0);
  expect(edits(source.replaceAll('\n', '\n\n').replace('/** Days', '/** The days'))).toBe(0);
  expect(edits(source.replace('xs[a]! - xs[b]!', 'xs[b]! - xs[a]!'))).toBe(2);
  expect(edits(source.replace('n * 2', 'Math.max(0, n * 2)'))).toBe(1);
  expect(edits(source.replace('  return order', '  if (xs.length === 0) return [];\n  return order'))).toBe(2);
  expect(edits(`${source}export function more(): number {\n  const a = 1;\n  return a;\n}\n`)).toBe(3);
});

it('compares declarations', () => {
  const declare = (text: string) => declarationsOf(parseModule('src/a.ts', text));
  const changes = compareDeclarations(declare(source), declare(source.replace('size(', 'scale(')));
  expect([changes.added.map((d) => d.name), changes.removed.map((d) => d.name), changes.changed.map((c) => c.after.name)]).toEqual([['Book.scale'], ['Book.size'], ['Book']]);
});

it('globs', () => {
  expect([matchesAny('src/a.ts', ['src/**']), matchesAny('src/d/a.ts', ['src/*.ts']), matchesAny('src/d/a.ts', ['src/**/*.ts']), matchesAny('src/a.ts', ['src/**/*.ts']), matchesAny('srcx/a.ts', ['src/**']), matchesAny('src/a+ts', ['src/a.ts'])]).toEqual([true, false, true, true, false, false]);
});
