import { expect, it } from 'vitest';
import { ColumnPool } from './column-pool';
import { type FactorBars, FactorEvaluator } from './evaluate';
import { parseFactor } from './parse';

const column = (salt: number) => Float64Array.from({ length: 200 }, (_, t) => (t === 17 ? Number.NaN : 1 + ((t * 7 + salt) % 97) / 97));
const bars: FactorBars = { open: column(1), high: column(2), low: column(3), close: column(4), volume: column(5), vwap: column(6) };
const EXPRESSIONS = ['Mean($close,5)/$close', 'Corr($close,Log($volume+1),10)', 'If($close>$open,Std($close,20),EMA($vwap,9))', 'Ref($close,3)-Delta($close,2)', '$close', '($high-$low)/($high-$low)', 'Rank($volume,60)'];

it('after the first evaluation of a factor no column is made again, and the values are those of fresh memory', () => {
  const pool = new ColumnPool();
  const evaluator = new FactorEvaluator(bars, pool);
  for (const text of EXPRESSIONS) evaluate(text);
  const { made } = pool;
  for (let round = 0; round < 3; round++) for (const text of EXPRESSIONS) evaluate(text);
  expect(pool.made).toBe(made);

  function evaluate(text: string): void {
    const expr = parseFactor(text);
    const values = evaluator.evaluate(expr);
    evaluator.release(values);
    expect([...values], text).toEqual([...new FactorEvaluator(bars).evaluate(expr)]);
    evaluator.release();
  }
});

it('the bars themselves never go to the pool, so no factor writes over them', () => {
  const pool = new ColumnPool();
  const evaluator = new FactorEvaluator(bars, pool);
  const before = [...bars.close];
  evaluator.release(evaluator.evaluate(parseFactor('$close')));
  evaluator.release();
  evaluator.evaluate(parseFactor('Abs($open)'));
  expect([...bars.close]).toEqual(before);
});
