import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fitFillModel } from './fit-fill-model';
import { fitFrictionModel } from './fit-friction-model';
import { fitImpact } from './fit-impact';
import { measureFills } from './measure-fills';
import type { ObservedFill } from './types';

const fill = (time: number, participation: number, costBp: number): ObservedFill => ({
  time, symbol: 'A', side: 'buy', quantity: participation * 1e6, referencePrice: 100, fillPrice: 100 * (1 + costBp / 1e4), commission: 0, barVolume: 1e6, barHigh: 100, barLow: 100, barClose: 100, submittedAt: time, filledAt: time,
});

it('a fill is never matched to a quote that came after it (look-ahead), nor to one of another name', () => {
  const quotes = [{ time: 10, symbol: 'A', bid: 99, ask: 101 }, { time: 20, symbol: 'A', bid: 90, ask: 110 }, { time: 0, symbol: 'B', bid: 1, ask: 2 }];
  const { measured, unmatched } = measureFills([fill(5, 0.01, 1), fill(19, 0.01, 1), fill(20, 0.01, 1)], quotes);
  expect(unmatched.map((f) => f.time)).toEqual([5]);
  expect(measured.map((m) => [m.halfSpreadBp, m.quoteAgeSeconds])).toEqual([[100, 0.009], [1000, 0]]);
});

it('the order of files does not matter (permutation)', () => {
  const quotes = [1, 2, 3, 4].map((k) => ({ time: k * 10, symbol: 'A', bid: 100 - k / 10, ask: 100 + k / 10 }));
  const fills = [1, 2, 3, 4].map((k) => fill(k * 10 + 5, k / 1000, k * 3));
  const fit = fitFillModel(measureFills(fills, quotes).measured).fit;
  expect(fitFillModel(measureFills(fills, [...quotes].reverse()).measured).fit).toEqual(fit);
});

it('refuses what cannot be fitted, in words', () => {
  const quotes = [{ time: 0, symbol: 'A', bid: 99, ask: 101 }];
  expect(() => fitFillModel(measureFills([fill(1, 0.01, 1)], quotes).measured)).toThrow(/at least two fills/);
  expect(() => fitFillModel(measureFills([fill(1, 0.01, 1), fill(2, 0.01, 2)], quotes).measured)).toThrow(/same participation/);
  expect(() => measureFills([], [{ time: 0, symbol: 'A', bid: 2, ask: 1 }])).toThrow(/ask must not be below/);
  expect(() => measureFills([{ ...fill(1, 0.01, 1), barVolume: 0 }], quotes)).toThrow(/must be positive/);
  for (const zero of [{ quantity: 0 }, { referencePrice: 0 }, { fillPrice: 0 }, { barClose: 0 }]) expect(() => measureFills([{ ...fill(1, 0.01, 1), ...zero }], quotes)).toThrow(/must be positive/);
  expect(() => fitFrictionModel([{ l1: 1, norm: 1, realised: 1 }])).toThrow(/at least three days/);
  expect(() => fitImpact([])).toThrow(/at least three fills/);
});

it('λ and γ of days that follow eq. 1 are found again, and are never negative', () => {
  fc.assert(fc.property(fc.double({ min: 1e-5, max: 1e-2, noNaN: true }), fc.double({ min: 1e-5, max: 1e-2, noNaN: true }), fc.array(fc.double({ min: 0.01, max: 2, noNaN: true }), { minLength: 5, maxLength: 50 }), (lambda, gamma, sizes) => {
    fc.pre(Math.max(...sizes) > 2 * Math.min(...sizes));
    const days = sizes.map((l1, k) => ({ l1, norm: l1 / (1 + (k % 7)), realised: lambda * l1 + gamma * Math.sqrt(l1 / (1 + (k % 7))) }));
    const fit = fitFrictionModel([...days, { l1: 0, norm: 0, realised: 0 }]);
    expect(fit.days).toBe(days.length);
    expect(Math.abs(fit.lambda - lambda)).toBeLessThan(1e-9);
    expect(Math.abs(fit.gamma - gamma)).toBeLessThan(1e-9);
    expect(fit.r2).toBeGreaterThan(1 - 1e-9);
  }), { seed: 3 });
  const odd = fitFrictionModel([1, 2, 3].map((l1) => ({ l1, norm: l1, realised: 5e-4 * l1 - 1e-4 * Math.sqrt(l1) })));
  expect(odd.gamma).toBe(0);
  expect(odd.lambda).toBeGreaterThan(0);
});

it('half spread and impact of fills that follow the square-root law are found again; neither is negative', () => {
  const law = (spread: number, coef: number) => [0.001, 0.002, 0.004, 0.01].map((size) => ({ size, cost: spread / 1e4 + coef * size }));
  expect(fitImpact(law(3, 0.5)).halfSpreadBp).toBeCloseTo(3, 9);
  expect(fitImpact(law(3, 0.5)).impactCoef).toBeCloseTo(0.5, 9);
  expect(fitImpact(law(3, -0.5))).toMatchObject({ impactCoef: 0 });
  expect(fitImpact(law(-3, 0.5))).toMatchObject({ halfSpreadBp: 0 });
});
