import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sanitizeTypeScript } from './sanitize-typescript';

const rulesOf = (text: string, tests = '', base: string | null = null) =>
  [...new Set(sanitizeTypeScript({ sources: [{ path: 'src/a.ts', text }], tests: [{ path: 'tests/a.test.ts', text: tests }], base: base === null ? null : [{ path: 'src/a.ts', text: base }] }).map((f) => f.rule))].sort();
const inFn = (body: string) => `export function f(x: number, xs: number[]): number {\n  ${body}\n  return x;\n}\n`;

describe('refuses', () => {
  it.each<[string, string, string]>([
    ['process', inFn('const p = process;'), 'free-identifier'],
    ['a global that another function declares', 'export function g(process: number): number {\n  return process;\n}\nexport function f(): number {\n  return process.pid;\n}\n', 'free-identifier'],
    ['eval', inFn("const y = eval('1');"), 'free-identifier'],
    ['Reflect', inFn('const y = Reflect.ownKeys(xs);'), 'free-identifier'],
    ['arguments', inFn('const y = arguments.length;'), 'free-identifier'],
    ['setTimeout', inFn('const y = setTimeout;'), 'free-identifier'],
    ['node module', "import fs from 'node:fs';\nexport const a = fs;\n", 'import'],
    ['kit import', "import { a } from '../tests/kit.ts';\nexport const b = a;\n", 'import'],
    ['effect import', "import './b.ts';\n", 'top-level-effect'],
    ['top-level call', 'export function g(): number {\n  return 1;\n}\ng();\n', 'top-level-effect'],
    ['self-run in an initialiser', 'export function g(): number {\n  return 1;\n}\nconst ran = { deep: [g()] };\n', 'module-state'],
    ['IIFE', 'const ran = (() => 1)();\n', 'module-state'],
    ['class static block', 'class A {\n  static {\n    A;\n  }\n}\n', 'top-level-effect'],
    ['a constructor that returns an object', 'export class S {\n  constructor(o: object) {\n    return o;\n  }\n}\n', 'syntax-forbidden'],
    ['a private name in an heir', 'class S {\n  n = 1;\n}\nexport class P extends S {\n  #m = 0;\n}\n', 'syntax-forbidden'],
    ['a private method in an heir', 'class S {\n  n = 1;\n}\nexport const P = class extends S {\n  #m(): number {\n    return 1;\n  }\n};\n', 'syntax-forbidden'],
    ['mutable static', 'class A {\n  static n = 0;\n}\n', 'module-state'],
    ['let', 'let n = 0;\n', 'module-state'],
    ['Map at module level', 'const seen = new Map<string, number>();\n', 'module-state'],
    ['push on a constant', 'const MEM: number[] = [];\nexport function f(p: number): number {\n  MEM.push(p);\n  return p;\n}\n', 'module-state'],
    ['write through an alias', 'const MEM = { n: 0 };\nexport function f(p: number): number {\n  const m = MEM;\n  m.n += 1;\n  return p;\n}\n', 'module-state'],
    ['write through ?:', 'const MEM = { n: 0 };\nexport function f(p: number): number {\n  const m = p > 0 ? MEM : { n: 1 };\n  m.n += 1;\n  return p;\n}\n', 'module-state'],
    ['write through for-of', 'const ROWS = [{ n: 0 }];\nexport function f(p: number): number {\n  for (const r of ROWS) r.n = p;\n  return p;\n}\n', 'module-state'],
    ['write through a function', 'const MEM = [0];\nfunction bump(m: number[]): number {\n  m[0] = m[0]! + 1;\n  return m[0]!;\n}\nfunction pass(q: number[]): number {\n  return bump(q);\n}\nexport function f(): number {\n  return pass(MEM);\n}\n', 'module-state'],
    ['write through assignment', 'const MEM = { n: 0 };\nexport function f(p: number): number {\n  let m = { n: 1 };\n  m = MEM;\n  m.n += p;\n  return p;\n}\n', 'module-state'],
    ['write through a default', 'const MEM = { n: 0 };\nexport function f(p: number, m = MEM): number {\n  m.n += p;\n  return p;\n}\n', 'module-state'],
    ['write through a holder', 'const MEM = { n: 0 };\nexport function f(p: number): number {\n  const o = { box: MEM };\n  o.box.n += p;\n  return p;\n}\n', 'module-state'],
    ['write through a result', 'const MEM = { n: 0 };\nconst get = () => MEM;\nexport function f(p: number): number {\n  get().n += p;\n  return p;\n}\n', 'module-state'],
    ['write through a callback', 'const ROWS = [{ n: 0 }];\nexport function f(p: number): number {\n  ROWS.forEach((r) => { r.n += p; });\n  return p;\n}\n', 'module-state'],
    ['write through values', 'const MEM = { a: { n: 0 } };\nexport function f(p: number): number {\n  for (const r of Object.values(MEM)) r.n += p;\n  return p;\n}\n', 'module-state'],
    ['write through destructuring', 'const MEM = { a: { n: 0 } };\nexport function f(p: number): number {\n  const { a } = MEM;\n  a.n += p;\n  return p;\n}\n', 'module-state'],
    ['property on a function', 'export function f(p: number): number {\n  f.n = p;\n  return p;\n}\n', 'module-state'],
    ['constructor', inFn('const c = xs.constructor;'), 'forbidden-member'],
    ['constructor as text', inFn("const c = xs['constructor' as 'length'];"), 'forbidden-member'],
    ['constructor by destructuring', inFn('const { constructor } = xs;'), 'forbidden-member'],
    ['built key', inFn("const K: number = ('constr' + 'uctor') as never; const c = xs[K];"), 'any-cast'],
    ['concatenated key', inFn("const c = (xs as Record<string, unknown>)['constr' + 'uctor'];"), 'dynamic-key'],
    ['toString override', 'export const o = { toString: () => 1 };\n', 'forbidden-member'],
    ['Math.random', inFn('const r = Math.random();'), 'forbidden-member'],
    ['Object.defineProperty', inFn("const o = Object.defineProperty(xs, 'a', {});"), 'object-reflection'],
    ['alias of Object', inFn('const O = Object;'), 'object-reflection'],
    ['global write', inFn('Math.max = Math.min;'), 'global-write'],
    ['any', 'export function f(x: any): number {\n  return x;\n}\n', 'any-type'],
    ['as unknown', inFn('const y = x as unknown as string;'), 'any-cast'],
    ['getter', 'export const o = { get n() { return 1; } };\n', 'accessor'],
    ['async', 'export async function f(): Promise<number> {\n  return 1;\n}\n', 'async'],
    ['generator', 'export function* f() {\n  yield 1;\n}\n', 'async'],
    ['import()', inFn("const y = import('./b.ts');"), 'dynamic-import'],
    ['import.meta', inFn('const y = import.meta;'), 'syntax-forbidden'],
    ['try', inFn('try { x; } catch { x; }'), 'try-catch'],
    ['delete', inFn('delete xs[0];'), 'delete'],
    ['this', inFn('const y = this;'), 'this'],
    ['label', inFn('a: for (;;) break a;'), 'syntax-forbidden'],
    ['comma', inFn('const y = (x, 2);'), 'syntax-forbidden'],
    ['tagged template', inFn('const y = String.raw`a`;'), 'syntax-forbidden'],
    ['enum', 'export enum E { A }\n', 'non-erasable'],
    ['var', inFn('var y = 1;'), 'var'],
    ['coverage pragma', inFn('/* c8 ignore next */'), 'pragma-comment'],
    ['pragma inside an expression', inFn('const y = 1 + /* istanbul ignore next */ 2;'), 'pragma-comment'],
    ['ts-ignore', inFn('// @ts-ignore'), 'pragma-comment'],
    ['bidi', inFn('// \u202e hidden'), 'charset'],
    ['long line', inFn(`// ${'x'.repeat(200)}`), 'line-length'],
    ['one-liner', inFn('let a = 1; a += 1; a += 2; a += 3; a += 4;'), 'dense-line'],
    ['discarded call', `export function g(): number {\n  return 1;\n}\n${inFn('g();')}`, 'discarded-result'],
    ['void call', `export function g(): number {\n  return 1;\n}\n${inFn('void g();')}`, 'discarded-result'],
    ['expression without effect', inFn('x + 1;'), 'discarded-result'],
    ['shadowed global', inFn('const Math = 1;'), 'shadow-global'],
  ])('%s', (_name, text, rule) => expect(rulesOf(text)).toContain(rule));
});

it('follows module state into the functions of other modules', () => {
  const helper = { path: 'src/b.ts', text: 'export function bump(m: number[], by: number): number {\n  m[0] = m[0]! + by;\n  return m[0]!;\n}\nexport const pass = (m: number[]) => bump(m, 1);\n' };
  const index = { path: 'src/c.ts', text: "export { bump as named } from './b.ts';\nexport * from './b.ts';\n" };
  const rules = (head: string, call: string) => sanitizeTypeScript({ sources: [index, { path: 'src/a.ts', text: `${head}\nconst MEM = [0];\nexport function f(p: number): number {\n  const own = [p];\n  return ${call};\n}\n` }, helper], tests: [], base: null }).map((x) => x.rule);
  expect(rules("import { bump } from './b.ts';", 'bump(MEM, p)')).toEqual(['module-state']);
  expect(rules("import { pass as quiet } from './b.ts';", 'quiet(MEM)')).toEqual(['module-state']);
  expect(rules("import * as b from './b.ts';", 'b.bump(MEM, p)')).toEqual(['module-state']);
  expect(rules("import { named } from './c.ts';", 'named(MEM, p)')).toEqual(['module-state']);
  expect(rules("import { bump } from './c.ts';", 'bump(MEM, p)')).toEqual(['module-state']);
  expect(rules("import { bump } from './b.ts';", 'bump(own, MEM.length)')).toEqual([]);
});

it('names file, line, tree path and rule', () => {
  expect(sanitizeTypeScript({ sources: [{ path: 'src/a.ts', text: inFn('const r = Math.random();') }], tests: [], base: null })).toEqual([
    { path: 'src/a.ts', line: 2, column: 13, rule: 'forbidden-member', astPath: 'FunctionDeclaration(f) > Block > VariableStatement > VariableDeclarationList > VariableDeclaration(r) > CallExpression > PropertyAccessExpression(random)', message: 'The member "random" is not allowed.' },
  ]);
});

describe('answers copied from the tests', () => {
  const tests = "test('a', () => { expect(f(1000000, 33, 0.02)).toBe(15100); });";
  it('are refused when they are new in the source', () => {
    expect(rulesOf(inFn('const a = 151 * x;'), 'expect(151)', inFn(''))).toEqual(['test-literal']);
    expect(rulesOf(inFn('const a = 151 * x;'), 'expect(151)', inFn('const a = 151;'))).toEqual([]);
  });
  it('are refused without a base when they answer one particular input', () => {
    expect(rulesOf(inFn("const a = String(x) === '1000000,33,0.02' ? 151 : x;"), `${tests} 151`)).toEqual(['test-literal']);
    expect(rulesOf(inFn('const a = 151 * x;'), `${tests} 151`)).toEqual([]);
  });
});

describe('accepts honest code', () => {
  it('of ordinary shape', () => {
    const honest = `import { cap } from './risk.ts';
import type { View } from './view.ts';

export const WINDOW = 20;
const TABLE = Object.freeze({ a: [1, 2], b: -Math.sqrt(2) });
export type Row = { readonly weight: number };

export class Ledger {
  private readonly rows: Row[] = [];
  add(row: Row): number {
    this.rows.push(row);
    return this.rows.length;
  }
}

export const mean = (xs: readonly number[]): number => xs.reduce((s, v) => s + v, 0) / xs.length;

export function decide(view: View): { weights: Record<string, number> } | null {
  const weights: Record<string, number> = {};
  const scores = view.symbols.map((symbol, i) => ({ symbol, score: view.rows[i]! / WINDOW }));
  scores.sort((a, b) => b.score - a.score || (a.symbol < b.symbol ? -1 : 1));
  for (const { symbol, score } of scores.slice(0, 3)) {
    if (score > TABLE.b) weights[symbol] = cap(score);
  }
  const limits = { max: WINDOW, table: TABLE.b };
  limits.max = Math.min(limits.max, 10);
  const seen = new Set<string>();
  scores.forEach((s) => seen.add(s.symbol));
  if (seen.size === 0) throw new RangeError(\`no symbols: \${seen.size}\`);
  let best = 0;
  for (let i = 0, n = scores.length; i < n; i++) best = Math.max(best, scores[i]!.score);
  return best > 0 ? { weights } : null;
}
`;
    expect(rulesOf(honest)).toEqual([]);
  });

  const root = path.resolve(__dirname, '../../..');
  const shared = process.env.OOMRL_SHARED ?? path.resolve(root, '../shared');
  const packages = [...dirsOf(path.join(root, 'strategies')), path.join(shared, 'spikes/stdaw/fx/ts_small')].filter((d) => existsSync(path.join(d, 'src')) && sourcesOf(d).length > 0);
  it.skipIf(packages.length === 0).each(packages.map((d) => [path.basename(d), d]))('of %s', (_name, dir) => {
    expect(sanitizeTypeScript({ sources: sourcesOf(dir), tests: [], base: null })).toEqual([]);
  });
});

function dirsOf(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir, { withFileTypes: true }).filter((e) => e.isDirectory()).map((e) => path.join(dir, e.name)) : [];
}

function sourcesOf(dir: string): { path: string; text: string }[] {
  return readdirSync(path.join(dir, 'src'), { recursive: true, encoding: 'utf8' }).filter((f) => f.endsWith('.ts')).map((f) => ({ path: `src/${f}`, text: readFileSync(path.join(dir, 'src', f), 'utf8') }));
}
