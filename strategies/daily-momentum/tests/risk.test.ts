import { describe, expect, test } from '@oomrl/kit';
import { capWeights, limitGross, limitTurnover, turnover } from '../src/risk';

const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);

describe('capWeights', () => {
  test('cuts what is above the cap and below zero, and leaves the rest', () => {
    expect(capWeights([0.5, 0.02, -0.1, 0.08], 0.08)).toEqual([0.08, 0.02, 0, 0.08]);
  });
});

describe('limitGross', () => {
  test('scales all weights alike down to the limit', () => {
    const scaled = limitGross([0.6, 0.9], 1);
    expect(scaled[0]).toBeCloseTo(0.4, 12);
    expect(scaled[1]).toBeCloseTo(0.6, 12);
  });

  test('changes nothing within the limit', () => {
    expect(limitGross([0.2, 0.3], 1)).toEqual([0.2, 0.3]);
  });
});

describe('turnover', () => {
  test('counts a switch of the whole portfolio once, not twice', () => {
    expect(turnover([1, 0], [0, 1])).toBe(1);
    expect(turnover([0.5, 0.5], [0.5, 0.5])).toBe(0);
  });
});

describe('limitTurnover', () => {
  test('goes the allowed part of the way', () => {
    const moved = limitTurnover([1, 0], [0, 1], 0.25);
    expect(moved[0]).toBeCloseTo(0.75, 12);
    expect(moved[1]).toBeCloseTo(0.25, 12);
    expect(sum(moved)).toBeCloseTo(1, 12);
  });

  test('reaches the target when that is near enough', () => {
    expect(limitTurnover([0.5, 0.5], [0.6, 0.4], 0.1)).toEqual([0.6, 0.4]);
  });
});
