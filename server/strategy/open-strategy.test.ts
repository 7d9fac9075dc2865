import { expect, it } from 'vitest';
import { runProbe } from './probe-strategy.fixture';

const run = (code: string, days?: number, more?: Record<string, unknown>) => runProbe('typescript', code, days, more);
/** A strategy whose memory is what it could find out. */
const spy = (expression: string) => `export const lookbackDays = 2;\nexport function decide(view: any) { return { weights: {}, memory: ${expression} }; }`;

it('sees today and the rows before it, oldest first, and its own memory', async () => {
  const answers = await run(spy('{ date: view.date, closes: view.fields.close.map((row: any) => [...row]), tradable: view.tradable, portfolio: view.portfolio, top: view.parameters.top, before: view.memory && view.memory.date }'));
  expect(answers[2]!.memory).toEqual({ date: '2024-01-03', closes: [[1010, 1011, 1012], [1020, 1021, 1022]], tradable: [true, false, true], portfolio: { weights: { A: 0.25 }, cashWeight: 0.75, equity: 1000 }, top: 2, before: '2024-01-02' });
});

it('finds no clock, randomness, process, file, network or environment', async () => {
  const names = ['process', 'require', 'module', 'fetch', 'Date', 'Intl', 'performance', 'setTimeout', 'queueMicrotask', 'SharedArrayBuffer', 'Atomics', 'WebAssembly', 'Buffer', 'console', 'eval', 'global', 'navigator', 'globalThis'];
  const [answer] = await run(spy(`[${names.map((name) => `typeof ${name}`).join(', ')}]`), 1);
  expect(answer!.memory).toEqual(names.map(() => 'undefined'));
});

it.each([
  ['the Function constructor', `view.constructor.constructor('return process')().env`],
  ['the constructor of a row', `view.fields.close[0].constructor.constructor('return process')()`],
  ['Math.random', 'Math.random()'],
  ['a note left on the global object', '((globalThis as any).note = 1)'],
  ['a stack hook', `(((Error as any).prepareStackTrace = (_: any, frames: any) => frames), 1)`],
])('%s is refused', async (_name, expression) => {
  await expect(run(spy(expression), 1)).rejects.toThrow(/STRATEGY|threw on 2024-01-01/);
});

it('a dynamic import never settles and a static one of node:fs does not load', async () => {
  const [answer] = await run(`export const lookbackDays = 1; let seen = 'nothing'; export function decide() { import('node:fs').then(() => { seen = 'fs'; }, () => { seen = 'error'; }); return { weights: {}, memory: seen }; }`, 3);
  expect(answer!.memory).toBe('nothing');
  await expect(run(`import fs from 'node:fs'; export const lookbackDays = 1; export function decide() { return null; }`, 1)).rejects.toThrow(/imports 'node:fs'/);
});

it('cannot read a later bar: what it holds ends with today, whatever it reaches for', async () => {
  const hunt = `(() => { let top = 0; for (const field of Object.values(view.fields) as any[]) for (const row of field) { for (const x of new (row.constructor)(row.buffer)) top = Math.max(top, x); } return [top, view.fields.close.length, view.fields.close[2] === undefined, view.fields.close[1]?.[3] === undefined]; })()`;
  const answers = await run(spy(hunt), 3);
  expect(answers.map((a) => (a!.memory as number[])[0])).toEqual([1002, 1012, 1022]);
});

it('keeps no state by writing into rows or hanging names on them', async () => {
  const code = `export const lookbackDays = 2; export function decide(view: any) {
    const was = [view.fields.close.at(-1)[0], view.fields.open.length, view.symbols.length];
    for (const row of view.fields.close) row.fill(-1);
    let pinned = false; try { view.fields.close[0].note = 1; pinned = true; } catch {}
    let renamed = false; try { view.symbols[0] = 'X'; renamed = true; } catch {}
    return { weights: {}, memory: { was, pinned, renamed, old: view.fields.close.length === 2 } }; }`;
  const answers = await run(code);
  expect(answers.map((a) => a!.memory)).toEqual([0, 1, 2].map((d) => ({ was: [1000 + d * 10, Math.min(d + 1, 2), 3], pinned: false, renamed: false, old: d > 0 })));
});

it.each([
  ['an exception, with its place in the source', `export const lookbackDays = 1;\nexport function decide(): never {\n  throw new RangeError('no bars');\n}`, /threw on 2024-01-01: RangeError: no bars/],
  ['a weight that is no number', spy('0').replace('weights: {}', 'weights: { A: 0 / 0 }'), /weights.A: must be a finite number/],
  ['a symbol it was not given', spy('0').replace('weights: {}', 'weights: { Z: 1 }'), /"Z", which is not in its universe/],
  ['a name like a part of every object', spy('0').replace('weights: {}', 'weights: { ["__proto__"]: 1 }'), /"__proto__", which is not in its universe/],
  ['a symbol it was not given beside a getter', spy('0').replace('weights: {}', 'weights: { A: 1, get Z() { return 1; } }'), /"Z", which is not in its universe/],
  ['a weight that is a text', spy('0').replace('weights: {}', "weights: { A: '1' }"), /weights.A: must be a finite number/],
  ['no decision', 'export const lookbackDays = 1; export function decide() {}', /must return \{ weights \} or null/],
  ['an endless loop', 'export const lookbackDays = 1; export function decide() { for (;;) {} }', /no answer within 1500 ms/],
  ['memory without end', 'export const lookbackDays = 1; export function decide() { const a: any[] = []; for (;;) a.push(new Float64Array(1e6)); }', /ended|no answer|threw/],
  ['an enum', 'export enum X { A } export const lookbackDays = 1;', /run-time meaning/],
  ['no lookback', 'export function decide() { return null; }', /lookbackDays is not exported/],
])('%s ends the session with STRATEGY_FAILED', async (_name, code, message) => {
  await expect(run(code, 1)).rejects.toMatchObject({ code: 'STRATEGY_FAILED', message: expect.stringMatching(message) });
});

it('weights come back as they were given, to the last bit, and a negative zero as zero', async () => {
  const values = [1 / 3, 5e-324, -0];
  const [answer] = await run(`export const lookbackDays = 1; export function decide() { return { weights: { C: ${values[0]}, A: ${values[1]}, B: -0 }, memory: 'ö😀' }; }`, 1);
  expect(Object.entries(answer!.weights)).toEqual([['C', values[0]], ['A', values[1]], ['B', 0]]);
  expect(answer!.memory).toBe('ö😀');
});

it('names the line of the source that threw', async () => {
  const error = await run(`export const lookbackDays = 1;\nexport function decide(view: any) {\n  return view.nothing.here;\n}`, 1).catch((e: unknown) => e);
  expect((error as { details: { stack: string[] } }).details.stack[0]).toMatch(/^src\/strategy\.ts:3:\d+$/);
});

it('a universe narrows what crosses the pipe, and null keeps positions', async () => {
  const [answer] = await run(spy('[view.symbols, [...view.fields.close[0]], view.tradable]'), 1, { universe: ['C', 'A'] });
  expect(answer!.memory).toEqual([['A', 'C'], [1000, 1002], [true, true]]);
  expect(await run('export const lookbackDays = 1; export const decide = () => null;', 1)).toEqual([null]);
});
