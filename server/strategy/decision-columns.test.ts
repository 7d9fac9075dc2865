import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { JsonValue } from './contract';
import { ColumnReader, fromColumns, isColumns } from './decision-columns';

/** What a decision is, said slowly. */
const jsonValue: z.ZodType<JsonValue> = z.lazy(() => z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(jsonValue), z.record(z.string(), jsonValue)]));
const decisionSchema = z.object({ weights: z.record(z.string(), z.number()), memory: jsonValue.optional() });

const MARKET = ['A', 'B', 'C', 'D', '__proto__'];
const PICK = Int32Array.from([0, 2, 4]);
/** What frame-pipe.cjs writes behind the length. */
function answerOf(places: readonly number[], weights: readonly number[], memory = '', n = places.length): Buffer {
  const words = new Uint32Array([0, n]);
  return Buffer.concat([words, Float64Array.from(weights), Uint32Array.from(places)].map((part) => Buffer.from(part.buffer)).concat(Buffer.from(memory)));
}

const place = fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 0, max: 2 }) }, fc.integer({ min: 3, max: 2 ** 32 - 1 }));
const weight = fc.oneof({ weight: 8, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) }, fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY));
const memory = fc.oneof(fc.constant(''), fc.json(), fc.constantFrom('1e999', '{', '[1e999]', 'undefined', ' '));

it.each([['all names', null], ['a universe of three', PICK]] as const)('what the reader takes and refuses is what the schema and a look-up of each name would: %s', (_what, pick) => {
  const count = pick?.length ?? 3;
  fc.assert(
    fc.property(fc.uniqueArray(fc.tuple(place, weight), { selector: ([p]) => p, maxLength: 4 }), memory, (pairs, text) => {
      const [places, weights] = [pairs.map(([p]) => p), pairs.map(([, w]) => w)];
      // The same decision by name, through zod. JSON has no NaN: what it makes of it is refused as well.
      const byName = Object.fromEntries(pairs.map(([p, w]) => [`n${p}`, w]));
      const remembered = parse(text);
      const whole = remembered === 'broken' ? null : decisionSchema.safeParse({ weights: byName, ...(text === '' ? {} : { memory: remembered }) });
      const accepts = whole?.success === true && places.length <= count && places.every((p) => p < count);
      const read = () => new ColumnReader(count, pick).read(answerOf(places, weights, text));
      if (!accepts) return void expect(read).toThrow(/broke the protocol/);
      const { positions, weights: got, memory: kept } = read();
      expect([...positions]).toEqual(places.map((p) => (pick === null ? p : pick[p]!)));
      expect(got).toEqual(Float64Array.from(weights));
      expect(kept).toEqual(text === '' ? undefined : remembered);
    }),
    { numRuns: 2000 },
  );
});

function parse(text: string): JsonValue | 'broken' {
  if (text === '') return null;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return 'broken';
  }
}

it('columns that are cut off, or say that they are longer than they are, are refused', () => {
  const whole = answerOf([0, 1], [0.5, 0.25]);
  for (let bytes = 8; bytes < whole.length; bytes++) expect(() => new ColumnReader(3, null).read(whole.subarray(0, bytes))).toThrow(/broke the protocol/);
  for (const n of [3, 4, 2 ** 31, 2 ** 32 - 1]) expect(() => new ColumnReader(3, null).read(answerOf([0, 1], [0.5, 0.25], '', n))).toThrow(/broke the protocol/);
});

it('a place that is named twice is refused, and named again in the next answer is not', () => {
  const reader = new ColumnReader(3, PICK);
  for (let day = 0; day < 3; day++) expect(reader.read(answerOf([1, 0], [0.5, 0.25])).positions).toEqual(Uint32Array.of(2, 0));
  expect(() => reader.read(answerOf([1, 0, 1], [0.5, 0.25, 0.5]))).toThrow(/name 1 has two weights/);
});

it('JSON is never taken for columns, and a name like any other is just a name', () => {
  for (const text of ['', '{}', '{"kind":"keep"}', 'null', '[0]']) expect(isColumns(Buffer.from(text))).toBe(false);
  const reader = new ColumnReader(3, PICK);
  const answer = answerOf([2, 0], [0.5, 0.25], '{"a":1}');
  expect(isColumns(answer)).toBe(true);
  const { weights, memory: kept } = fromColumns(reader.read(answer), MARKET);
  expect(Object.entries(weights)).toEqual([['__proto__', 0.5], ['A', 0.25]]);
  expect(kept).toEqual({ a: 1 });
});
