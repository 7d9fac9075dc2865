import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkColumns, checkDecision, checkMemory } from './check-decision';

const POSITIONS = new Map([['A', 0], ['B', 4], ['__proto__', 7]]);
const DATE = '2024-01-01';
const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const decision = (text: string) => checkDecision(JSON.parse(text), POSITIONS, DATE);

it('memory is what a schema of JSON takes, for any value', () => {
  const jsonValue: z.ZodType = z.lazy(() => z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(jsonValue), z.record(z.string(), jsonValue)]));
  const leaf = fc.oneof(fc.constantFrom(null, true, 'x', 1e308, Number.POSITIVE_INFINITY), fc.double({ noNaN: true }));
  const { tree } = fc.letrec((tie) => ({ tree: fc.oneof({ maxDepth: 4 }, leaf, fc.array(tie('tree'), { maxLength: 3 }), fc.dictionary(fc.string(), tie('tree'), { maxKeys: 3 })) }));
  fc.assert(fc.property(tree, (value) => {
    if (jsonValue.safeParse(value).success) checkMemory(value);
    else expect(() => checkMemory(value)).toThrow(/finite/);
  }));
});

it('memory deeper than can be walked again is refused by name, at any depth', () => {
  checkMemory(nested(500));
  for (const depth of [501, 5000, 1e6]) expect(() => checkMemory(nested(depth))).toThrow('it is nested deeper than 500');
});

it.each([
  ['null', /it must be \{ weights, memory \}/],
  ['[]', /it must be/],
  ['{}', /weights: must be numbers by name/],
  ['{"weights":[1]}', /weights: must be numbers by name/],
  ['{"weights":{"A":null}}', /weights.A: must be a finite number/],
  ['{"weights":{"A":1e999}}', /weights.A: must be a finite number/],
  ['{"weights":{"A":"1"}}', /weights.A: must be a finite number/],
  ['{"weights":{"toString":1}}', /"toString", which is not in its universe/],
  [`{"weights":{},"memory":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, /memory: it is nested deeper than 500/],
  ['{"weights":{},"memory":[1e999]}', /memory: a number must be finite/],
])('%.30s is refused by name', (text, message) => {
  expect(() => decision(text)).toThrow(expect.objectContaining({ code: 'STRATEGY_FAILED', message: expect.stringMatching(message) }));
});

it('a name like any other is just a name, and positions are those of the market', () => {
  expect(decision('{"weights":{"B":0.25,"__proto__":0.5},"memory":{"__proto__":1}}')).toEqual({ positions: Uint32Array.of(4, 7), weights: Float64Array.of(0.25, 0.5), memory: JSON.parse('{"__proto__":1}') });
});

it.each([
  ['a name twice', ['A', 'A'], [0.1, 0.9], /A has two weights/],
  ['a name that is no text', [nested(1e5)], [0.1], /which is not in its universe/],
  ['no weight for a name', ['A'], [], /weights.A: must be a finite number/],
])('columns with %s are refused by name', (_what, names, weights, message) => {
  expect(() => checkColumns(names, names.length, (k) => weights[k], undefined, POSITIONS, DATE)).toThrow(message);
});
