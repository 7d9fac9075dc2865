import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FactorEvaluator } from './evaluate';
import { parseFactor } from './parse';

const over = (close: readonly number[], volume: readonly number[] = close) => {
  const x = Float64Array.from(close);
  const evaluator = new FactorEvaluator({ open: x, high: x, low: x, close: x, volume: Float64Array.from(volume), vwap: x });
  return (expression: string): Float64Array => evaluator.evaluate(parseFactor(expression, { allowFuture: true }));
};

it('I-29: a normaliser knows the past alone: a value after the window leaves what was scaled before it', () => {
  const z = (close: readonly number[]): number[] => [...over(close)('($close-Mean($close,3))/Std($close,3)')].slice(0, 3);
  expect(over([1, 2, 3, 100])('Mean($close,3)')[2]).toBe(2);
  expect(z([1, 2, 3, 100])).toEqual(z([1, 2, 3, -7]));
});

it('I-30, I-31: the label looks forward, its last days are missing, and it is no feature', () => {
  const of = over([10, 11, 12, 9, 10]);
  expect([...of('Ref($close,-2)/Ref($close,-1)-1')]).toEqual([12 / 11 - 1, 9 / 12 - 1, 10 / 9 - 1, Number.NaN, Number.NaN]);
  expect([...of('$close/Ref($close,1)-1')].slice(0, 2)).toEqual([Number.NaN, 11 / 10 - 1]);
  expect(() => parseFactor('Ref($close,-2)/Ref($close,-1)-1')).toThrow(/future|later|ahead/i);
});

it('I-58: a huge value that has left the window leaves no trace in it', () => {
  expect(over([9.54e8, 0.6225, Number.NaN, 0, 1.14, 0])('Std($close,5)')[5]).toBeCloseTo(0.550909758944, 12);
  const value = fc.oneof(fc.double({ min: -100, max: 100, noNaN: true }), fc.constantFrom(0, Number.NaN, 1e9, -9.54e8));
  fc.assert(fc.property(fc.array(value, { maxLength: 12 }), fc.array(value, { minLength: 5, maxLength: 5 }), (before, own) => {
    for (const op of ['Sum', 'Mean', 'Std', 'Skew', 'Slope', 'Rank', 'Max']) {
      const alone = over(own)(`${op}($close,5)`)[4]!;
      const after = over([...before, ...own])(`${op}($close,5)`).at(-1)!;
      if (Number.isNaN(alone)) expect(after).toBeNaN();
      else expect(Math.abs(after - alone)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(alone)));
    }
  }), { numRuns: 200 });
});

it('I-60: a correlation lies within −1 and 1 always, and a constant window has none', () => {
  const value = fc.oneof(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.constantFrom(0, 1, 1e-9));
  fc.assert(fc.property(fc.array(fc.tuple(value, value), { minLength: 3, maxLength: 25 }), (pairs) => {
    const corr = over(pairs.map((p) => p[0]), pairs.map((p) => p[1]))('Corr($close,$volume,5)');
    for (const c of corr) expect(Number.isNaN(c) || Math.abs(c) <= 1).toBe(true);
  }), { numRuns: 300 });
  expect(over([3, 3, 3, 3], [1, 2, 3, 4])('Corr($close,$volume,4)')[3]).toBeNaN();
});
