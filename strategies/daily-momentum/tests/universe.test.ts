import { describe, expect, test } from '@oomrl/kit';
import { averageAmount, lessLiquid, liquidEnough } from '../src/universe';

const all = (count: number) => Array.from({ length: count }, () => true);

describe('averageAmount', () => {
  test('averages the last days and counts a missing day as nothing traded', () => {
    const amount = [[100, 9], [10, 4], [20, Number.NaN]].map((day) => Float64Array.from(day));
    expect(averageAmount(amount, 2)).toEqual([15, 2]);
  });

  test('takes what is there when the window is longer than the history', () => {
    expect(averageAmount([Float64Array.from([6, 8])], 20)).toEqual([6, 8]);
  });
});

describe('lessLiquid', () => {
  test('keeps the least traded part of the tradable names', () => {
    expect(lessLiquid([40, 10, 30, 20], all(4), 0.5)).toEqual([false, true, false, true]);
    expect(lessLiquid([40, 10, 30, 20], all(4), 1)).toEqual([true, true, true, true]);
  });

  test('never keeps a name that cannot be traded', () => {
    expect(lessLiquid([40, 10, 30, 20], [true, false, true, true], 0.5)).toEqual([false, false, false, true]);
  });
});

describe('liquidEnough', () => {
  test('keeps tradable names from the given amount on', () => {
    expect(liquidEnough([40, 10, 30, 20], [true, true, false, true], 20)).toEqual([true, false, false, true]);
  });
});
