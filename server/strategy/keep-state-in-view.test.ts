import { expect, it } from 'vitest';
import { runProbe } from './probe-strategy.fixture';

/* Rows are views of memory that lives as long as the process. None of it may carry anything from one day to the next. */
const LOOKBACK = 4;
const DAYS = 10;
const NOTHING = Array.from({ length: DAYS }, () => 0);
/** `find` counts what is left of yesterday, `leave` tries to leave something; refusals are no concern. */
const keeper = (find: string, leave: string) => `export const lookbackDays = ${LOOKBACK};
export function decide(view: any) {
  const rows: any[] = Object.values(view.fields).flat();
  let found = 0;
  ${find}
  try { ${leave} } catch {}
  return { weights: {}, memory: found };
}`;
const found = async (find: string, leave: string) => (await runProbe('typescript', keeper(find, leave), DAYS)).map((a) => a!.memory);
const COUNT_MARKS = 'for (const row of rows) for (const x of new Float64Array(row.buffer)) if (x === -7) found += 1;';

it.each([
  ['into every row', 'for (const row of rows) row.fill(-7);'],
  ['into the oldest row only', 'for (const field of Object.values(view.fields) as any[]) field[0].fill(-7);'],
  ['past the rows, through the whole buffer', 'for (const row of rows) new Float64Array(row.buffer).fill(-7);'],
  ['before the first row, where no day has come yet', 'for (const row of rows) new Float64Array(row.buffer)[0] = -7;'],
  ['as bytes', 'const bytes = new Uint8Array(new Float64Array([-7]).buffer); for (const row of rows) new Uint8Array(row.buffer).set(bytes, row.byteOffset);'],
  ['through a DataView', 'for (const row of rows) new DataView(row.buffer).setFloat64(row.buffer.byteLength - 8, -7, true);'],
  ['as a property', "for (const row of rows) Object.defineProperty(row, '0', { value: -7 });"],
  ['by moving rows', 'for (const row of rows) row.fill(-7); for (const row of rows) new Float64Array(row.buffer).copyWithin(0, 3);'],
])('a mark written %s is gone tomorrow', async (_how, leave) => {
  expect(await found(COUNT_MARKS, leave)).toEqual(NOTHING);
});

/** Everything that can be reached from the view: fields, prototypes, constructors, buffers, accessors. */
const REACH = `const all = new Set<any>(); const queue: any[] = [view, decide];
  while (queue.length > 0) { const o = queue.pop(); if ((typeof o !== 'object' && typeof o !== 'function') || o === null || all.has(o)) continue; all.add(o);
    queue.push(Object.getPrototypeOf(o)); if (ArrayBuffer.isView(o)) { queue.push(o.buffer); continue; }
    for (const key of Reflect.ownKeys(o)) { const own = Object.getOwnPropertyDescriptor(o, key)!; queue.push(own.value, own.get, own.set); } }`;

it.each([
  ['a name', "for (const o of all) if (Object.hasOwn(o, 'note')) found += 1;", "for (const o of all) { try { o.note = 1; } catch {} }"],
  ['a hidden name', "for (const o of all) if (Object.getOwnPropertyDescriptor(o, 'note')) found += 1;", "for (const o of all) { try { Object.defineProperty(o, 'note', { value: 1 }); } catch {} }"],
  ['another prototype', "for (const o of all) if ((Object.getPrototypeOf(o) as any)?.note === 1) found += 1;", "for (const o of all) { try { Object.setPrototypeOf(o, { note: 1 }); } catch {} }"],
])('%s hung on anything that can be reached is gone tomorrow', async (_how, find, leave) => {
  expect(await found(`${REACH}\n  ${find}`, leave)).toEqual(NOTHING);
});

it('what is frozen, sealed or extensible is the same whether yesterday tried to change it or not', async () => {
  const find = `${REACH}\n  for (const o of all) found += (Object.isFrozen(o) ? 1 : 0) + (Object.isSealed(o) ? 1e3 : 0) + (Object.isExtensible(o) ? 1e6 : 0);`;
  const tried = await found(find, 'for (const o of all) { try { Object.seal(o); Object.freeze(o); } catch {} }');
  expect(tried).toEqual(await found(find, ''));
});

it('every prototype above an array, a row or a record is frozen', async () => {
  const find = `for (const o of [{}, [], view.symbols, ...rows, new Int8Array(1), new Uint32Array(1), new Map(), decide, new Error('x')]) for (let p = Object.getPrototypeOf(o); p !== null; p = Object.getPrototypeOf(p)) if (!Object.isFrozen(p)) found += 1;`;
  expect(await found(find, 'Object.prototype.note = 1; Float64Array.prototype.note = 1;')).toEqual(NOTHING);
});

it('memory cannot be taken from under the rows, and their buffer holds the look-back and no more', async () => {
  const find = `for (const row of rows) if (row.buffer.byteLength !== ${LOOKBACK} * 7 * 3 * 8 || row.buffer.transfer || row.buffer.resize || row.buffer.resizable || row.buffer.maxByteLength > row.buffer.byteLength) found += 1;`;
  expect(await found(find, 'for (const row of rows) { row.buffer.transfer(); }')).toEqual(NOTHING);
});

it('no byte that can be reached is of a later day, before and after the look-back is full', async () => {
  const find = `for (const row of view.fields.close) for (const x of new Float64Array(row.buffer)) if (x > 1002 + 10 * view.dayIndex) found += 1;
  if (view.fields.close.at(-1)[2] !== 1002 + 10 * view.dayIndex || view.fields.close.length !== Math.min(view.dayIndex + 1, ${LOOKBACK})) found += 1;`;
  expect(await found(find, 'for (const row of rows) row.fill(1e9);')).toEqual(NOTHING);
});

it.each([
  ['an object that is frozen already', 'const KEPT: any = Object.freeze({ inner: { n: 0 } });', 'KEPT.inner.n += 1'],
  ['a frozen list in a list', 'const KEPT: any = [Object.freeze([[0]])];', 'KEPT[0][0].push(1)'],
  ['an empty object that cannot be extended', 'const above: any = { n: 0 }; const KEPT: any = Object.preventExtensions(Object.create(above));', 'Object.getPrototypeOf(KEPT).n += 1'],
  ['a frozen instance', 'class Kept { n = 0; } const KEPT: any = Object.freeze(new Kept());', '(Kept.prototype as any).note = 1'],
])('what a module keeps behind %s cannot be written', async (_what, head, write) => {
  const code = `export const lookbackDays = 1;\n${head}\nexport function decide() { let how = 'refused'; try { ${write}; how = 'written'; } catch {} return { weights: {}, memory: how }; }`;
  expect((await runProbe('typescript', code, 2)).map((answer) => answer!.memory)).toEqual(['refused', 'refused']);
});
