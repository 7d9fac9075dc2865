import { expect, it } from 'vitest';
import { nextIndex } from './list-keys';

it('walks rows and stays at the ends', () => {
  expect([nextIndex(-1, 1, 3), nextIndex(-1, -1, 3), nextIndex(0, 1, 3), nextIndex(2, 1, 3), nextIndex(0, -1, 3)]).toEqual([0, 2, 1, 2, 0]);
});
