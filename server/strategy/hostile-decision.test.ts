import { expect, it } from 'vitest';
import { runProbe } from './probe-strategy.fixture';

/* What `decide` returns may be anything: read twice it may say two things, and reading it runs code of the strategy. */
const decide = (body: string) => `export const lookbackDays = 2;\nexport function decide(view: any) {\n  ${body}\n}`;
const returns = (weights: string, memory = 'null') => decide(`return { weights: ${weights}, memory: ${memory} };`);
const run = (code: string) => runProbe('typescript', code, 2);
const LYING = (keys: string, value: string) => `new Proxy({}, { ownKeys: () => ${keys}, getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: () => ${value} })`;

it.each([
  ['1e309', returns('{ A: 1e309 }'), /weights.A: must be a finite number/],
  ['an object that is a number when asked', returns('{ A: { valueOf: () => 1 } }'), /weights.A: must be a finite number/],
  ['a whole number without end', returns('{ A: 1n }'), /BigInt/],
  ['a weight that is undefined', returns('{ A: 0.5, B: [][0] }'), /weights.B: must be a finite number/],
  ['a weight that is a function', returns('{ A: 0.5, B: () => 1 }'), /weights.B: must be a finite number/],
  ['a weight that is a symbol', returns('{ A: 0.5, B: Symbol.iterator }'), /weights.B: must be a finite number/],
  ['weights in a Map', returns("new Map([['A', 1]])"), /weights: must be numbers by name/],
  ['weights in a Set', returns("new Set(['A'])"), /weights: must be numbers by name/],
  ['weights that come later', returns('Promise.resolve({ A: 1 })'), /weights: must be numbers by name/],
  ['no weights', decide('return { memory: 1 };'), /weights: must be numbers by name/],
  ['a list', returns('[1, 2]'), /weights: must be numbers by name/],
  ['a text', returns("'A'"), /weights: must be numbers by name/],
  ['a row', returns('new Float64Array([1])'), /"0", which is not in its universe/],
  ['a name of every object', returns('{ constructor: 1 }'), /"constructor", which is not in its universe/],
  ['the same name twice, by a proxy', returns(LYING("['A', 'A']", '0.1')), /duplicate entries/],
  ['100,000 names, by a proxy', returns(LYING("Array.from({ length: 1e5 }, (_, i) => 'n' + i)", '0.1')), /"n0", which is not in its universe/],
  ['300,000 empty weights', returns("Object.fromEntries(Array.from({ length: 3e5 }, (_, i) => [i, null]))"), /"0", which is not in its universe/],
  ['a decision that is nothing as JSON', decide('return { weights: { A: 0.1 }, toJSON() {} };'), /it must be \{ weights, memory \}/],
  ['a decision that comes later', 'export const lookbackDays = 1; export async function decide() { return { weights: { A: 1 } }; }', /weights: must be numbers by name/],
  ['a proxy that is revoked', decide('const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy;'), /revoked/],
  ['memory in a circle', decide('const m: any = {}; m.m = m; return { weights: {}, memory: m };'), /circular/],
  ['memory 3,000 deep', decide('let m: any = 0; for (let i = 0; i < 3000; i++) m = [m]; return { weights: {}, memory: m };'), /memory: it is nested deeper than 500/],
  ['memory 3,000 deep beside another part', decide('let m: any = 0; for (let i = 0; i < 3000; i++) m = { m }; return { weights: {}, memory: m, more: 1 };'), /memory: it is nested deeper than 500/],
  ['memory of 4 MB', returns('{}', "'x'.repeat(4 << 20)"), /the answer is larger than 4 MB/],
  ['memory that is 4 MB with its columns', returns('{ A: 1 }', "'x'.repeat((4 << 20) - 14)"), /the answer is larger than 4 MB/],
  ['memory that is 4 MB as bytes', returns('{}', "'€'.repeat(1.5e6)"), /the answer is larger than 4 MB/],
  ['an error that throws when it is read', decide('throw new Proxy({}, { get() { throw 1; } });'), /an error that cannot be printed/],
  ['an error that never ends', decide("throw { name: 'n', stack: '', message: { toString() { for (;;); } } };"), /no answer within/],
])('%s is refused by name', async (_what, code, message) => {
  await expect(run(code)).rejects.toMatchObject({ code: 'STRATEGY_FAILED', message: expect.stringMatching(message) });
});

it.each([
  ['a getter that counts is read once', returns('(() => { let n = 0; return { get A() { return (n += 1); } }; })()'), { A: 1 }],
  ['a getter that says a text first is read again, whole', returns("(() => { let n = 0; return { get A() { return n++ ? 0.5 : 'x'; }, B: 0.25 }; })()"), { A: 0.5, B: 0.25 }],
  ['a getter that adds names while they are read', returns('(() => { const o: any = { get A() { o.C = 0.3; return 0.1; }, B: 0.2 }; return o; })()'), { A: 0.1, B: 0.2 }],
  ['a proxy that lies about its names', returns(LYING("['A', 'B']", '0.2')), { A: 0.2, B: 0.2 }],
  ['inherited names and symbols are none', returns('Object.assign(Object.create({ B: 1 }), { A: 0.1, [Symbol.iterator]: 1 })'), { A: 0.1 }],
])('%s: one consistent decision crosses, each day the same', async (_what, code, weights) => {
  expect((await run(code)).map((answer) => ({ ...answer!.weights }))).toEqual([weights, weights]);
});

it('memory that writes itself differently is what it wrote, and yesterday’s is never taken for it', async () => {
  const code = decide("return { weights: {}, memory: view.dayIndex === 0 ? { toJSON: () => 'first' } : { toJSON() {} } };");
  expect((await run(code)).map((answer) => answer!.memory)).toEqual(['first', undefined]);
});

/* Node itself lets two objects of its own realm out: the promise of import(), and the error it throws when it formats a stack. */
const HOST = [
  ['the promise of import()', "const host: any = import('./x.js' as any);"],
  ['an error of stack formatting', "const host: any = (() => { const e: any = new Error('x'); e.name = Symbol('s'); try { return void e.stack; } catch (thrown) { return thrown; } })();"],
  ['an error of a callback without stack', 'let host: any = null; const dive = (): any => { try { import("./x.js" as any); } catch (e: any) { if (!(e instanceof Error)) host = e; throw e; } dive(); }; try { dive(); } catch (e: any) { if (!(e instanceof Error)) host = e; }'],
] as const;
const WALK = `const all = new Set<any>(); const queue: any[] = [host];
  while (queue.length > 0) { const o = queue.pop(); if ((typeof o !== 'object' && typeof o !== 'function') || o === null || all.has(o)) continue; all.add(o);
    queue.push(Object.getPrototypeOf(o)); for (const key of Reflect.ownKeys(o)) { const own = Object.getOwnPropertyDescriptor(o, key)!; queue.push(own.value, own.get, own.set); } }`;

it.each(HOST)('%s leads to frozen built-ins without clock, dice, loader or code, and to no note of yesterday', async (_what, host) => {
  const code = decide(`${host}\n  ${WALK}
  const open = [...all].filter((o) => o !== host && !Object.isFrozen(o)).length;
  const names = [...all].filter((o) => typeof o === 'function').map((f) => f.name).filter((name) => /^(now|random|require|binding|eval|Date|Math|hrtime|getBuiltinModule|runInThisContext|setTimeout)$/.test(name));
  const notes = [...all].filter((o) => Object.hasOwn(o, 'note')).length;
  for (const o of all) { try { o.note = 1; } catch {} }
  let made = 'nothing'; try { made = host.constructor.constructor('return 1')(); } catch (e: any) { made = e.name; }
  return { weights: {}, memory: { reached: all.size > 20, open, names, notes, made } };`);
  const none = { reached: true, open: 0, names: [], notes: 0, made: 'EvalError' };
  expect((await run(code)).map((answer) => answer!.memory)).toEqual([none, none]);
});
