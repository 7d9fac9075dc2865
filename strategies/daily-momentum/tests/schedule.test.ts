import { describe, expect, test } from '@oomrl/kit';
import { isRebalanceDay } from '../src/schedule';

describe('isRebalanceDay', () => {
  test('is true on the first day and then once in each period', () => {
    for (const every of [1, 2, 5, 20]) {
      const days = Array.from({ length: 40 }, (_, day) => day).filter((day) => isRebalanceDay(day, every));
      expect(days.length).toBe(40 / every);
      expect(days[0]).toBe(0);
    }
  });

  test('a period below one day means every day', () => {
    expect(isRebalanceDay(7, 0)).toBe(true);
  });
});
