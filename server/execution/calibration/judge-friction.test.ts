import { expect, it } from 'vitest';
import { GAP_DAYS, judgeFriction, LEAST_DAYS } from './judge-friction';

const days = (count: number, modelled: number, realised: number) => Array.from({ length: count }, () => ({ modelled, realised }));

it.each([
  [1e-3, 1.4e-3, 'fits'], [1e-3, 1.6e-3, 'understates'], [1e-3, 0.7e-3, 'fits'], [1e-3, 0.6e-3, 'overstates'], [0, 1e-3, 'understates'], [1e-3, 0, 'overstates'],
] as const)('modelled %d, realised %d: %s', (modelled, realised, state) => {
  expect(judgeFriction(days(30, modelled, realised))).toMatchObject({ state, days: 30 });
});

it('says nothing of a few days, nor of days without trades', () => {
  expect(judgeFriction([])).toEqual({ state: 'too_few', days: 0, modelled: null, realised: null, ratio: null });
  expect(judgeFriction([...days(LEAST_DAYS - 1, 1e-3, 1e-2), ...days(100, 0, 0)])).toMatchObject({ state: 'too_few', days: LEAST_DAYS - 1 });
});

it('the newest days decide: an old gap that was closed is no gap', () => {
  expect(judgeFriction([...days(500, 1e-3, 1e-2), ...days(GAP_DAYS, 3e-3, 3e-3)])).toMatchObject({ state: 'fits', days: GAP_DAYS, ratio: 1 });
});
