import { describe, expect, test } from '@oomrl/kit';
import { momentum, rankDescending } from '../src/alpha';

const rows = (...days: number[][]) => days.map((day) => Float64Array.from(day));

describe('momentum', () => {
  test('is the price move over the given sessions', () => {
    const close = rows([10, 50], [11, 40], [12, 45]);
    const factor = rows([1, 1], [1, 1], [1, 1]);
    expect(momentum(close, factor, 2)[0]).toBeCloseTo(0.2, 12);
    expect(momentum(close, factor, 2)[1]).toBeCloseTo(-0.1, 12);
    expect(momentum(close, factor, 1)[1]).toBeCloseTo(0.125, 12);
  });

  test('a split is no move: prices are compared by their factor', () => {
    const moved = momentum(rows([100], [50]), rows([1], [2]), 1);
    expect(moved[0]).toBeCloseTo(0, 12);
  });

  test('uses the oldest row when fewer sessions are there', () => {
    expect(momentum(rows([10], [13]), rows([1], [1]), 30)[0]).toBeCloseTo(0.3, 12);
  });

  test('a missing price gives no score', () => {
    expect(Number.isNaN(momentum(rows([Number.NaN], [13]), rows([1], [1]), 1)[0])).toBe(true);
  });
});

describe('rankDescending', () => {
  test('puts the highest score first and leaves names without a score out', () => {
    expect(rankDescending([0.1, 0.3, Number.NaN, -0.2, 0.2])).toEqual([1, 4, 0, 3]);
  });

  test('equal scores keep their order', () => {
    expect(rankDescending([0.1, 0.2, 0.1, 0.2])).toEqual([1, 3, 0, 2]);
  });

  test('scores in any order come out sorted', () => {
    const scores = Array.from({ length: 50 }, (_, i) => Math.sin(i * 12.9898) * 43.5);
    const ranked = rankDescending(scores).map((i) => scores[i]);
    for (let k = 1; k < ranked.length; k += 1) expect(ranked[k - 1] >= ranked[k]).toBe(true);
    expect(ranked.length).toBe(50);
  });
});
