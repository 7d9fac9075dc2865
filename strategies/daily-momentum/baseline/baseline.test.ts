import { expect, test } from '@oomrl/kit';
import { momentum, rankDescending } from '../src/alpha';
import { capWeights, limitGross } from '../src/risk';
import { equalWeights } from '../src/sizing';
import expected from './expected.json';

const rows = (days: readonly (readonly number[])[]) => days.map((day) => Float64Array.from(day));

function expectNear(actual: readonly number[], wanted: readonly number[]): void {
  expect(actual.length).toBe(wanted.length);
  for (let i = 0; i < wanted.length; i += 1) expect(actual[i]).toBeCloseTo(wanted[i], 12);
}

test('momentum agrees with the curated values, across a split', () => {
  const { close, factor, twoDays } = expected.momentum;
  expectNear(momentum(rows(close), rows(factor), 2), twoDays);
});

test('the rank operator agrees with the curated order', () => {
  expect(rankDescending(expected.rank.scores)).toEqual(expected.rank.order);
});

test('caps and gross limit agree with the curated values', () => {
  expectNear(capWeights(expected.cap.weights, expected.cap.maxWeight), expected.cap.capped);
  expectNear(limitGross(expected.gross.weights, expected.gross.maxGross), expected.gross.scaled);
});

test('sizing agrees with the curated weights', () => {
  const { order, names, invested, count, weights } = expected.sizing;
  expectNear(equalWeights(order, names, invested, count), weights);
});
