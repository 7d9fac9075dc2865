import { describe, expect, test } from '@oomrl/kit';
import { equalWeights } from '../src/sizing';

const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);

describe('equalWeights', () => {
  test('gives the first names equal parts of what is invested', () => {
    expect(equalWeights([3, 0, 2], 2, 0.9, 4)).toEqual([0.45, 0, 0, 0.45]);
  });

  test('invests the same sum when fewer names are there', () => {
    expect(sum(equalWeights([1], 10, 0.9, 3))).toBeCloseTo(0.9, 12);
    expect(sum(equalWeights([2, 1, 0], 3, 0.75, 3))).toBeCloseTo(0.75, 12);
  });

  test('invests nothing when there is no name', () => {
    expect(equalWeights([], 10, 0.9, 2)).toEqual([0, 0]);
  });
});
