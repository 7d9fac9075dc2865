import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Expr, lookbackOf, looksAhead } from './ast';
import { FactorEvaluator } from './evaluate';
import { parseFactor } from './parse';
import { printFactor } from './print';

const refused: [string, RegExp][] = [
  ['$close ** 2', /column 8.*Power/],
  ['1 < $close < 2', /cannot be chained/],
  ['$open>2 & $close>3', /cannot be chained/],
  ['$close if $open else 1', /column 8.*If\(condition/],
  ['mean($close,5)', /did you mean Mean/],
  ['Mean($close,5.5)', /whole number of days/],
  ['Mean($close,0)', /whole number of days/],
  ['Rank($close)', /takes 2 arguments/],
  ['Log(2)', /constant 2/],
  ['Ref($close,-1)', /reads the future/],
  ['$price', /no field \$price/],
  ['Mean($close,5', /expected "\)"/],
  ['', /expected a number/],
  ['$close;', /";" is not part/],
];

it.each(refused)('guarantees that %s is refused with the column and what to write', (text, reason) => {
  expect(() => parseFactor(text)).toThrow(reason);
});

it('guarantees that a label may look ahead and is flagged', () => {
  const label = parseFactor('Ref($close,-2)/Ref($close,-1)-1', { allowFuture: true });
  expect(looksAhead(label)).toBe(true);
  expect(looksAhead(parseFactor('Ref($close,2)'))).toBe(false);
  expect(lookbackOf(parseFactor('Mean(Ref($close,5),10)'))).toBe(14);
});

const leaf: fc.Arbitrary<Expr> = fc.oneof(fc.constantFrom<Expr>({ kind: 'field', name: 'close' }, { kind: 'field', name: 'volume' }), fc.integer({ min: 0, max: 50 }).map((value): Expr => ({ kind: 'number', value })));
const series: fc.Arbitrary<Expr> = fc.constantFrom<Expr>({ kind: 'field', name: 'close' }, { kind: 'field', name: 'open' });
const tree = fc.letrec<{ e: Expr }>((tie) => ({
  e: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.record({ kind: fc.constant('binary' as const), op: fc.constantFrom('Add' as const, 'Sub' as const, 'Mul' as const, 'Gt' as const, 'Greater' as const), a: tie('e'), b: tie('e') }),
    fc.record({ kind: fc.constant('rolling' as const), op: fc.constantFrom('Mean' as const, 'Std' as const, 'Rank' as const, 'Slope' as const, 'Max' as const), x: series, window: fc.integer({ min: 1, max: 20 }) }),
  ),
})).e;

it('guarantees that printing and parsing are inverse', () => {
  fc.assert(fc.property(tree, (e) => { expect(parseFactor(printFactor(e))).toEqual(e); }));
});

const columns = fc.array(fc.double({ min: 1, max: 100, noNaN: true }), { minLength: 30, maxLength: 60 });
const barsOf = (close: number[]) => {
  const c = Float64Array.from(close);
  return { open: c, high: c, low: c, close: c, volume: c, vwap: c };
};

it('guarantees no look-ahead: values up to t are bit-equal when later days are removed', () => {
  fc.assert(fc.property(tree, columns, (e, close) => {
    const full = new FactorEvaluator(barsOf(close)).evaluate(e);
    const cut = new FactorEvaluator(barsOf(close.slice(0, 20))).evaluate(e);
    expect([...cut]).toEqual([...full.slice(0, 20)]);
  }));
});

it('guarantees that I-56 holds in the qlib dialect: IdxMax lets a NaN win, as numpy argmax does', () => {
  const x = Float64Array.from([1, 5, Number.NaN, 2]);
  const bars = { open: x, high: x, low: x, close: x, volume: x, vwap: x };
  expect([...new FactorEvaluator(bars).evaluate(parseFactor('IdxMax($close,4)'))]).toEqual([1, 2, 3, 3]);
});
