import { expect, it } from 'vitest';
import { neededToNotice } from './needed-to-notice';

it.each([
  [10, 10, 7, 'strong accepted tests: seven in ten'],
  [10, 6, 6, 'the accepted tests notice fewer of this sample: as many as those'],
  [10, 0, 5, 'accepted tests that check nothing lower it to half, not further'],
  [3, 3, 3, 'a small package'],
  [0, 0, 0, 'nothing to change'],
])('%i variants, %i noticed before: %i (%s)', (bad, before, needed) => expect(neededToNotice(bad, before)).toBe(needed));
