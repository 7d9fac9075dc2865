import { expect, it } from 'vitest';
import { sanitizeTypeScript } from '../sanitizer/sanitize-typescript';
import { checkTypes } from './check-types';

const risk = { path: 'src/risk.ts', text: 'export function cap(w: number, max: number): number {\n  return Math.min(w, max);\n}\n' };
const codes = (text: string) => checkTypes([{ path: 'src/a.ts', text }, risk]).problems.map((p) => `${p.line} ${p.code}`);

it('knows the modules of the package and the language, nothing else', () => {
  expect(codes("import { cap } from './risk.ts';\nexport const half = (w: number): number => cap(w, 0.5);\nexport const last = [1, 2].at(-1);\n")).toEqual([]);
  expect(codes("import { cap } from './risk.ts';\nexport const half = (w: string): number => cap(w, 0.5);\n")).toEqual(['2 TS2345']);
  expect(codes('export const p = process.pid;\n')).toEqual(['1 TS2591']);
  expect(codes('export const p = document.title;\n')).toEqual(['1 TS2584']);
  expect(codes("import fs from 'node:fs';\nexport const a = fs;\n").length).toBe(1);
  expect(codes("import { gone } from './gone.ts';\nexport const a = gone;\n")).toEqual(['1 TS2307']);
  expect(codes('export enum E { A }\n')).toEqual(['1 TS1294']);
  expect(codes('export const a = ;\n')).toEqual(['1 TS1109']);
});

it('a file without imports and exports does not widen the types of the others', () => {
  const wide = { path: 'src/wide.ts', text: 'interface Array<T> {\n  lots(n: T): T;\n}\ninterface Math {\n  readonly seed: number;\n}\n' };
  const use = { path: 'src/a.ts', text: 'export const a = Math.seed;\nexport const b = [1].lots(2);\n' };
  expect(checkTypes([wide, use]).problems.map((p) => `${p.path}:${p.line}`)).toEqual(['src/a.ts:1', 'src/a.ts:2']);
});

it('forgets the package before', () => {
  expect(checkTypes([risk]).problems).toEqual([]);
  expect(checkTypes([{ path: 'src/a.ts', text: "import { cap } from './risk.ts';\nexport const a = cap(1, 2);\n" }]).problems.map((p) => p.code)).toEqual(['TS2307']);
});

it('makes the rule on computed keys exact', () => {
  const rules = (body: string) => {
    const sources = [{ path: 'src/a.ts', text: `export function f(k: string, i: number, xs: number[], w: Record<string, number>, o: Record<string, unknown>): unknown {\n  ${body}\n}\n` }];
    const report = checkTypes(sources);
    expect(report.problems).toEqual([]);
    return sanitizeTypeScript({ sources, tests: [], base: null, program: report.program }).map((x) => x.rule);
  };
  expect(rules('return xs[i];')).toEqual([]);
  expect(rules('return w[k];')).toEqual([]);
  expect(rules('w[k] = 1;\n  return w;')).toEqual([]);
  expect(rules('return { [k]: i };')).toEqual([]);
  expect(rules('return o[k];')).toEqual(['dynamic-key']);
  expect(rules("const key = ['constr', 'uctor'].join('');\n  return w[key];")).toEqual([]);
  expect(rules("return xs[('constr' + 'uctor') as 'length'];")).toEqual(['dynamic-key']);
});
