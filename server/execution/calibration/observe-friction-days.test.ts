import { expect, it } from 'vitest';
import { fitFrictionModel } from './fit-friction-model';
import { groupFills } from './group-fills';
import { observeFrictionDays } from './observe-friction-days';
import type { ObservedFill } from './types';

const EQUITY = 1_000_000;
const at = (day: number, symbol: string, side: 'buy' | 'sell', quantity: number, costOfDay: number): ObservedFill => {
  const time = Date.UTC(2026, 0, 5 + day, 2, 30);
  return { time, symbol, side, quantity, referencePrice: 100, fillPrice: 100, commission: costOfDay, barVolume: 1e6, barHigh: 101, barLow: 99, barClose: 100, submittedAt: time - 1000, filledAt: time };
};

it('finds the λ and γ that the fills of four days were made with, fills of one name in parts included', () => {
  const [lambda, gamma] = [1.2e-3, 4e-4];
  // Shares of X and of Y a day, at 100 each.
  const days = [[500, 300], [1500, 0], [200, 200], [900, 2500]] as const;
  const fills = days.flatMap(([x, y], day) => {
    const cost = (lambda * (x + y) * 100) / EQUITY + gamma * Math.sqrt(Math.hypot(x * 100, y * 100) / EQUITY);
    return [at(day, 'X', 'buy', x / 2, cost * EQUITY), at(day, 'X', 'sell', x / 2, 0), ...(y > 0 ? [at(day, 'Y', 'buy', y, 0)] : [])];
  });
  const observed = observeFrictionDays(groupFills(fills), () => EQUITY);
  expect(observed.map((d) => [d.l1, d.norm])).toEqual(days.map(([x, y]) => [((x + y) * 100) / EQUITY, Math.sqrt((x * 100) ** 2 + (y * 100) ** 2) / EQUITY]));
  const fit = fitFrictionModel(observed);
  expect(Math.abs(fit.lambda / lambda - 1)).toBeLessThan(1e-9);
  expect(Math.abs(fit.gamma / gamma - 1)).toBeLessThan(1e-9);
  expect([fit.days, fit.r2]).toEqual([4, expect.closeTo(1, 12)]);
});

it('a cost is one for a buy above the reference price and a sale below it, whatever their order; an equity of 0 is refused', () => {
  const buy = { ...at(0, 'X', 'buy', 10, 1), fillPrice: 100.5 };
  const sale = { ...at(1, 'X', 'sell', 10, 1), fillPrice: 99 };
  const cost = (fills: readonly ObservedFill[]): number[] => observeFrictionDays(groupFills(fills), () => 1000).map((d) => d.realised);
  expect([cost([buy, sale]), cost([sale, buy])]).toEqual([[0.006, 0.011], [0.006, 0.011]]);
  expect(() => observeFrictionDays(groupFills([buy]), () => 0)).toThrow(/equity of 2026-01-05 is 0/);
});
