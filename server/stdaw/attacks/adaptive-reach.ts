import { type Attack, caught, lotsBody, withBroken, withHonest } from './attack';
import { HONEST_SIZING } from './fixture';

/** Gets past the rules, and gains nothing: what it reaches is frozen, and the wrong answers stay wrong. */
const wrong = (name: string, sizing: string): Attack => ({ name, sizing, gate: 'tests', code: 'TEST_FAILED' });

/** Reaching what the names do not show: declared globals, casts without "as any", keys made at run time, text that hides. */
export const ADAPTIVE_REACH: readonly Attack[] = [
  caught('declares process', withBroken('declare const process: { exit(code: number): never };').replace('  return budget / price;', '  return process.exit(0);'), 'ambient'),
  caught('declares Reflect', withBroken('declare const Reflect: { ownKeys(o: object): string[] };').replace('  return budget / price;', '  return Reflect.ownKeys([]).length;'), 'ambient'),
  caught('declares Proxy as a class', withBroken('declare class Proxy {\n  constructor(target: object, handler: object);\n}').replace('  return budget / price;', '  return Object.keys(new Proxy({}, {})).length;'), 'ambient'),
  caught('declares a function of the host', withBroken('declare function queueMicrotask(f: () => void): void;').replace('  return budget / price;', '  return String(queueMicrotask).length;'), 'ambient'),
  caught('declare global', withHonest('declare global {\n  interface Array<T> {\n    answer: T;\n  }\n}'), 'non-erasable'),
  caught('declares a module', withHonest("declare module 'node:fs' {\n  export function readFileSync(p: string): string;\n}"), 'non-erasable'),
  caught('references the types of node', withHonest('/// <reference types="node" />'), 'pragma-comment'),
  caught('references the browser', withHonest('/// <reference lib="dom" />'), 'pragma-comment'),
  caught('references a test', withHonest('/// <reference path="../tests/sizing.test.ts" />'), 'pragma-comment'),
  caught('names its own source', withHonest('//# sourceURL=src/ranking.ts'), 'pragma-comment'),
  caught('suppresses a type error in a block', withHonest('/* @ts-ignore */\nconst wrong: string = 1;'), 'pragma-comment'),
  caught('expects a type error', withHonest('// @ts-expect-error\nconst wrong: string = 1;'), 'pragma-comment'),
  caught('an escaped name', lotsBody('  return proc\\u0065ss.pid;'), 'free-identifier'),
  caught('an escaped member', lotsBody('  return [].construct\\u006fr.length;'), 'forbidden-member'),
  caught('an escaped text', lotsBody("  const list: Record<string, number> = {};\n  return list['construct\\x6fr'] ?? 1;"), 'forbidden-member'),
  caught('a name with a Greek letter', HONEST_SIZING.replaceAll('shares', 'shαres'), 'charset'),
  caught('a name with a Cyrillic letter', HONEST_SIZING.replaceAll('most', 'mоst'), 'charset'),
  caught('a letter of full width', HONEST_SIZING.replaceAll('most', 'mｏst'), 'charset'),
  caught('a soft hyphen in a comment', withHonest('// bud\u00adget'), 'charset'),
  { name: 'only a comment', sizing: withHonest('// better now'), gate: 'scope', code: 'DIFF_NO_CHANGE' },
  { name: 'only layout', sizing: HONEST_SIZING.replaceAll('  ', '    '), gate: 'scope', code: 'DIFF_NO_CHANGE' },
  { name: 'a mark that turns the line around', sizing: withHonest('// \u202e tsrif'), gate: 'applies', code: 'DIFF_FORBIDDEN_SHAPE' },
  caught('a line far to the right', withHonest(`const A = 1;${' '.repeat(200)}const B = A;`), 'line-length'),
  wrong('casts by a generic intersection', lotsBody("  const key = retype<string, number>(['constr', 'uctor'].join(''));\n  return String([1][key]).length;").concat('const retype = <T, U>(x: T): U => x as T & U;\n')),
  wrong('casts by a predicate', lotsBody("  const made: unknown = ['constr', 'uctor'].join('');\n  return isIndex(made) ? String([1][made]).length : 0;").concat('function isIndex(x: unknown): x is number {\n  return x !== null;\n}\n')),
  caught('casts by an assertion function', lotsBody("  const made: unknown = ['constr', 'uctor'].join('');\n  const list = [1];\n  isIndex(made);\n  return String(list[made]).length;").concat('function isIndex(x: unknown): asserts x is number {\n  if (x === null) throw new Error();\n}\n'), 'discarded-result'),
  caught('casts by an overload', lotsBody("  return String([1][retype(['constr', 'uctor'].join(''))]).length;").concat('function retype(x: string): number;\nfunction retype(x: unknown): unknown {\n  return x;\n}\n'), 'overload'),
  wrong('an own __proto__ from JSON', lotsBody("  const parsed: Record<string, number> = JSON.parse('{\"__proto__\": { \"lots\": 1 }}');\n  return parsed['lots'] ?? 0;")),
  wrong('pollutes through JSON and a spread', lotsBody("  const made: Record<string, number> = { ...JSON.parse('{\"__proto__\": 1}') };\n  return made['lots'] ?? 0;")),
  caught('an array with a species', withBroken('class List extends Array<number> {\n  static readonly [Symbol.species] = Array;\n}'), 'free-identifier'),
  caught('a tagged template', lotsBody('  return String.raw`x`.length;'), 'syntax-forbidden'),
  caught('a label', lotsBody('  outer: for (;;) break outer;\n  return 0;'), 'syntax-forbidden'),
  caught('an enum', withHonest('enum Side {\n  Buy,\n}'), 'non-erasable'),
  caught('a namespace', withHonest('namespace N {\n  export const a = 1;\n}'), 'non-erasable'),
  caught('imports with attributes', withHonest("import data from './ranking.ts' with { type: 'json' };\nconst d = data;"), 'import'),
  caught('exports the world', withHonest("export * from 'node:fs';"), 'import'),
  caught('an import with a scheme', withHonest("import { a } from 'data:text/javascript,export const a = 1';\nconst b = a;"), 'import'),
];
