import { expect, test } from '@oomrl/kit';
import { type Candidate, churn, fill, stretch } from '../src/main';
import curated from './curated.json';

test('stretch agrees with the curated value', () => {
  expect(stretch(curated.stretch.prices)).toBeCloseTo(curated.stretch.value, 12);
});

test('fill agrees with the curated basket', () => {
  const { candidates, breadth, stake, ceiling, weights } = curated.fill;
  expect(fill(candidates as Candidate[], breadth, stake, ceiling)).toEqual(weights);
});

test('churn agrees with the curated value', () => {
  expect(churn(curated.churn.held, curated.churn.wanted)).toBeCloseTo(curated.churn.value, 12);
});
