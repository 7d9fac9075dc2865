import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitFillModel } from './fit-fill-model';
import { fitFrictionModel } from './fit-friction-model';
import { fitImpact } from './fit-impact';
import { measureFills } from './measure-fills';
import type { ObservedFill, ObservedQuote } from './types';

const GOLDEN = join(process.env.OOMRL_SHARED ?? join(import.meta.dirname, '../../../../shared'), 'golden');
const absent = !existsSync(join(GOLDEN, 'ta_expected.json'));
const csv = (name: string): Record<string, string>[] => {
  const [header, ...lines] = readFileSync(join(GOLDEN, name), 'utf8').trim().split('\n').map((line) => line.split(','));
  return lines.map((cells) => Object.fromEntries(header!.map((key, i) => [key, cells[i]!])));
};
const fillOf = (r: Record<string, string>): ObservedFill => ({
  time: Date.parse(r.timestamp!), symbol: r.symbol!, side: r.side as 'buy' | 'sell', quantity: Number(r.quantity), referencePrice: Number(r.reference_price), fillPrice: Number(r.fill_price), commission: Number(r.commission),
  barVolume: Number(r.bar_volume), barHigh: Number(r.bar_high), barLow: Number(r.bar_low), barClose: Number(r.bar_close), submittedAt: Date.parse(r.submitted_at!), filledAt: Date.parse(r.filled_at!),
});
const quoteOf = (r: Record<string, string>): ObservedQuote => ({ time: Date.parse(r.timestamp!), symbol: r.symbol!, bid: Number(r.bid), ask: Number(r.ask) });

describe.skipIf(absent)(`fills and quotes of TradeArena${absent ? ' (SKIPPED: no shared data beside the repository, set OOMRL_SHARED)' : ''}`, () => {
  it('every value of the published calibration, to the digits given', () => {
    const want = (JSON.parse(readFileSync(join(GOLDEN, 'ta_expected.json'), 'utf8')) as { R1_quote_fill_calibration: Record<string, never> }).R1_quote_fill_calibration;
    const c = fitFillModel(measureFills(csv('ta_fills.csv').map(fillOf), csv('ta_quotes.csv').map(quoteOf)).measured);
    const first = c.rows[0]!;
    const got = {
      aligned: c.aligned,
      spread_bps: c.spreadBp,
      fit: { base_bps: c.fit.baseBp, impact_coefficient: c.fit.impactCoefficient },
      participation_p90: c.participationP90,
      latency_s: c.latencySeconds,
      quote_staleness_s: c.quoteAgeSeconds,
      residual_bps: { mean: c.residualBp.mean, mae: c.residualBp.mae, p90_abs: c.residualBp.p90Abs, max_abs: c.residualBp.maxAbs },
      shortfall_bps: c.shortfallBp,
      stress_residual_bps: { mae: c.stressResidualBp.mae, p90_abs: c.stressResidualBp.p90Abs },
      mae_reduction_bps: c.maeReductionBp,
      row1: { shortfall: first.measure.shortfallBp, half_spread: first.measure.halfSpreadBp, 'vol_bps_x0.1': Number(first.measure.rangeBp.toFixed(4)), commission_bps: first.measure.commissionBp, fit_target: first.fitTargetBp, modeled: first.modelledBp },
    };
    const digits = (x: unknown): unknown => (typeof x === 'number' ? Number(x.toFixed(x < 0.01 && x > 0 ? 8 : 6)) : typeof x === 'object' && x !== null ? Object.fromEntries(Object.entries(x).map(([k, v]) => [k, digits(v)])) : x);
    expect(digits(got)).toEqual(want);
  });
});

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
