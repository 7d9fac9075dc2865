import { describe, expect, test } from '@oomrl/kit';
import type { Snapshot } from '../src/main';
import { candidates, churn, decide, due, fill, history, lookbackDays, mean, rotate, steady, stretch, thick } from '../src/main';

const total = (weights: Record<string, number>) => Object.values(weights).reduce((sum, weight) => sum + weight, 0);

function market(names: number, days: number, dayIndex = 0): Snapshot {
  const rows = (cell: (day: number, name: number) => number) => Array.from({ length: days }, (_, day) => Float64Array.from({ length: names }, (_unused, name) => cell(day, name)));
  return {
    dayIndex,
    symbols: Array.from({ length: names }, (_, name) => `Q${100 + name}`),
    fields: { close: rows((day, name) => 20 + Math.sin(day * 0.7 + name * 1.3) * 3), amount: rows((_day, name) => 5e6 * (name + 1)), factor: rows(() => 1) },
    tradable: Array.from({ length: names }, (_, name) => name % 7 !== 2),
    portfolio: { weights: {} },
    parameters: { breadth: 15 },
  };
}

describe('measures', () => {
  test('the mean leaves out what is missing', () => {
    expect(mean([1, Number.NaN, 3])).toBe(2);
    expect(Number.isNaN(mean([Number.NaN]))).toBe(true);
  });

  test('stretch is the distance of the last price from the mean', () => {
    expect(stretch([8, 10, 12])).toBeCloseTo(0.2, 12);
    expect(stretch([10, 10])).toBe(0);
    expect(stretch([800, 1000, 1200])).toBeCloseTo(stretch([8, 10, 12]), 12);
  });

  test('history is the last rows of one name, oldest first', () => {
    expect(history([1, 2, 3].map((x) => Float64Array.from([x, -x])), 1, 2)).toEqual([-2, -3]);
  });

  test('thick compares the average amount with the floor', () => {
    expect(thick([10, 20], 15)).toBe(true);
    expect(thick([10, 20], 16)).toBe(false);
  });
});

describe('fill', () => {
  test('takes the best names with a positive score, in equal stakes', () => {
    expect(fill([['A', 0.1], ['B', 0.3], ['C', -0.2], ['D', 0.2]], 2, 0.5, 1)).toEqual({ B: 0.25, D: 0.25 });
  });

  test('keeps each name under the ceiling and the rest in cash', () => {
    expect(fill([['A', 1], ['B', 2]], 2, 0.9, 0.1)).toEqual({ A: 0.1, B: 0.1 });
  });

  test('breaks ties by name and ignores names without a score', () => {
    expect(Object.keys(fill([['B', 1], ['A', 1], ['C', Number.NaN], ['AA', 1]], 2, 0.5, 1)).sort()).toEqual(['A', 'AA']);
  });
});

describe('rotation', () => {
  test('is due on the first session and once per cadence', () => {
    expect([0, 1, 4, 5, 10].map((session) => due(session, 5))).toEqual([true, false, false, true, true]);
    expect(rotate(market(30, 20, 3), 5)).toBeNull();
    expect(rotate(market(30, 20, 5), 5)).not.toBeNull();
  });

  test('churn counts a whole switch once', () => {
    expect(churn({ A: 1 }, { B: 1 })).toBe(1);
    expect(churn({ A: 0.5 }, { A: 0.5 })).toBe(0);
  });

  test('steady keeps what is held when little would change', () => {
    expect(steady({ A: 0.5 }, { A: 0.4, B: 0.1 }, 0.2)).toBeNull();
    expect(steady({ A: 0.5 }, { B: 0.5 }, 0.2)).toEqual({ B: 0.5 });
  });
});

describe('the decision', () => {
  test('stays within the limits and holds only tradable names', () => {
    for (const names of [1, 10, 60]) {
      const view = market(names, 25);
      const { weights } = decide(view)!;
      expect(total(weights)).toBeLessThanOrEqual(1 + 1e-12);
      for (const [symbol, weight] of Object.entries(weights)) {
        expect(weight).toBeGreaterThan(0);
        expect(weight).toBeLessThanOrEqual(0.1);
        expect(view.tradable[view.symbols.indexOf(symbol)]).toBe(true);
      }
    }
  });

  test('sees through a split by the factor', () => {
    const view = market(12, 25);
    const split = market(12, 25);
    for (let day = 24; day < 25; day += 1) {
      split.fields.close[day][3] /= 2;
      split.fields.factor[day][3] *= 2;
    }
    const near = candidates(split, 10).find((candidate) => candidate[0] === 'Q103')![1];
    expect(near).toBeCloseTo(candidates(view, 10).find((candidate) => candidate[0] === 'Q103')![1], 12);
  });

  test('needs some history', () => {
    expect(lookbackDays).toBeGreaterThanOrEqual(6);
  });
});
