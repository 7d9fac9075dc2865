import { expect, it } from 'vitest';
import { checkTypes } from '../typecheck/check-types';
import { sanitizeTypeScript } from './sanitize-typescript';

/** Ordinary code that the rules must leave alone, each a whole module. */
const IDIOMS: [string, string][] = [
  ['a sorted copy of a table', 'const TABLE = [3, 1, 2];\nexport function f(): number[] {\n  return [...TABLE].sort((a, b) => a - b);\n}\n'],
  ['a slice that is filled', 'const START: readonly number[] = [0, 0];\nexport function f(x: number): number[] {\n  const own = START.slice();\n  own[0] = x;\n  own.push(x);\n  return own;\n}\n'],
  ['a mapped table that is changed', 'const BASE: readonly number[] = [1, 2];\nexport function f(x: number): number[] {\n  const own = BASE.map((b) => b * x);\n  own[0] = 0;\n  return own;\n}\n'],
  ['a spread record that is changed', 'const DEFAULTS = { lot: 100, part: 0.1 };\nexport function f(x: number): number {\n  const own = { ...DEFAULTS };\n  own.lot = x;\n  return own.lot * own.part;\n}\n'],
  ['options with defaults', 'interface Options {\n  window?: number;\n  part?: number;\n}\nexport function f(xs: readonly number[], { window = 20, part = 0.5 }: Options = {}): number {\n  return xs.length > window ? part : 1 - part;\n}\n'],
  ['a default that computes', 'export function f(xs: readonly number[], end = xs.length - 1): number {\n  return xs[end] ?? 0;\n}\n'],
  ['groups by key', 'export function f(names: readonly string[]): Record<string, number> {\n  const count: Record<string, number> = {};\n  for (const name of names) count[name] = (count[name] ?? 0) + 1;\n  return count;\n}\n'],
  ['a chain', 'export function f(rows: readonly (readonly number[])[], n: number): number {\n  return rows[0]?.slice(-n).at(-1) ?? 0;\n}\n'],
  ['a type predicate in a filter', 'export function f(xs: readonly (number | null)[]): number[] {\n  return xs.filter((x): x is number => x !== null);\n}\n'],
  ['a generic helper', 'export function last<T>(xs: readonly T[], other: T): T {\n  return xs.length > 0 ? xs[xs.length - 1]! : other;\n}\n'],
  ['a local map and set', 'export function f(xs: readonly number[]): number {\n  const seen = new Set<number>();\n  const sums = new Map<number, number>();\n  for (const x of xs) {\n    seen.add(x);\n    sums.set(x, (sums.get(x) ?? 0) + x);\n  }\n  return seen.size + sums.size;\n}\n'],
  ['a swap', 'export function f(xs: readonly number[]): number[] {\n  const own = [...xs];\n  [own[0], own[1]] = [own[1]!, own[0]!];\n  return own;\n}\n'],
  ['a small class', 'class Window {\n  private readonly values: number[] = [];\n  private sum = 0;\n  add(x: number): number {\n    this.values.push(x);\n    this.sum += x;\n    return this.sum / this.values.length;\n  }\n}\nexport function f(xs: readonly number[]): number {\n  const w = new Window();\n  return xs.reduce((_m, x) => w.add(x), 0);\n}\n'],
  ['a frozen table of functions', 'const RULES = Object.freeze({ up: (x: number) => x + 1, down: (x: number) => x - 1 });\nexport function f(x: number): number {\n  return RULES.up(x) + RULES.down(x);\n}\n'],
  ['a comment in Chinese and Greek', '/** 涨停不可买入; σ is the volatility, α the mean. */\nexport const f = (x: number): number => x;\n'],
  ['a class with a private name, and an heir without', 'class Sum {\n  #sum = 0;\n  add(x: number): number {\n    this.#sum += x;\n    return this.#sum;\n  }\n}\nclass Mean extends Sum {\n  private n = 0;\n  constructor(floor: number) {\n    super();\n    if (floor === 0) return;\n    this.n = 1;\n  }\n  mean(x: number): number {\n    this.n += 1;\n    return this.add(x) / this.n;\n  }\n}\nexport function f(xs: readonly number[]): number {\n  const m = new Mean(0);\n  return xs.reduce((_m, x) => m.mean(x), 0);\n}\n'],
  ['a class with a constant', 'class Limits {\n  static readonly most = 0.1;\n  static readonly names: readonly string[] = ["a"];\n}\nexport const f = (x: number): number => Math.min(x, Limits.most) + Limits.names.length;\n'],
  ['a memory that is rebuilt', 'interface Memory {\n  days: number;\n  last: number[];\n}\nexport function f(memory: Memory | null, x: number): Memory {\n  const days = (memory?.days ?? 0) + 1;\n  return { ...memory, days, last: [...(memory?.last ?? []), x].slice(-5) };\n}\n'],
  ['records and unions', "type Side = 'buy' | 'sell';\nconst SIGN: Readonly<Record<Side, number>> = { buy: 1, sell: -1 };\nexport const f = (side: Side, x: number): number => SIGN[side] * x;\n"],
];

it.each(IDIOMS)('%s', (_name, text) => {
  const sources = [{ path: 'src/a.ts', text }];
  const { program, problems } = checkTypes(sources);
  expect(problems).toEqual([]);
  expect(sanitizeTypeScript({ sources, tests: [], base: [], program })).toEqual([]);
  expect(sanitizeTypeScript({ sources, tests: [], base: null })).toEqual([]);
});
