import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buyFeesFen, commissionFen, dutyFen, FEES_CN_A, FEES_CN_A_ALL_IN, feeRowOn, otherFen, transferFen } from './fees';
import { floorNear, rateHalfUp, sharesForWeight } from './money';
import type { FeeRow, Side } from './types';

const charge = (table: readonly FeeRow[], date: string, side: Side, amountFen: number) => {
  const row = feeRowOn(table, date);
  const other = otherFen(row, amountFen);
  const fees = { commissionFen: commissionFen(row, amountFen, other), dutyFen: side === 'sell' ? dutyFen(row, amountFen) : 0, transferFen: transferFen(row, amountFen), otherFen: other };
  const total = fees.commissionFen + fees.dutyFen + fees.transferFen + fees.otherFen;
  return { ...fees, cashFen: (side === 'buy' ? -amountFen : amountFen) - total };
};

// numbers.md, "Execution and reward cells".
it.each([
  ['B 1000@10.00', 'buy', '2024-01-02', 1_000_000, 500, 0, 10, -1_000_510],
  ['S 1000@10.50', 'sell', '2024-01-02', 1_050_000, 500, 525, 11, 1_048_964],
  ['S 1000@10.50 before the duty cut', 'sell', '2023-08-25', 1_050_000, 500, 1050, 11, 1_048_439],
  ['B 100@1500', 'buy', '2024-01-02', 15_000_000, 3750, 0, 150, -15_003_900],
  ['S 50@1700', 'sell', '2024-01-02', 8_500_000, 2125, 4250, 85, 8_493_540],
  ['real B 200@18.74', 'buy', '2026-04-17', 374_800, 500, 0, 4, -375_304],
] as const)('%s costs what a broker charged', (_name, side, date, amountFen, commissionFen, dutyFen, transferFen, cashFen) => {
  expect(charge(FEES_CN_A, date, side, amountFen)).toEqual({ commissionFen, dutyFen, transferFen, otherFen: 0, cashFen });
});

it.each([
  ['real B 200@6.090', 'buy', 121_800, 493, 7, 0, -122_300],
  ['real S 600@5.750', 'sell', 345_000, 478, 22, 173, 344_327],
] as const)('%s: the minimum is all-in at that broker', (_name, side, amountFen, commissionFen, otherFen, dutyFen, cashFen) => {
  expect(charge(FEES_CN_A_ALL_IN, '2025-08-08', side, amountFen)).toEqual({ commissionFen, dutyFen, transferFen: 0, otherFen, cashFen });
});

it('refuses a date before the table', () => {
  expect(() => feeRowOn([{ ...FEES_CN_A[0]!, from: '2020-01-01' }], '2019-12-31')).toThrow(/no row for 2019-12-31/);
});

it('rounds half up in integers, also beyond 2^53', () => {
  expect(rateHalfUp(345_000, 5000)).toBe(173);
  expect(rateHalfUp(9_000_000_000_000, 2500)).toBe(2_250_000_000);
});

it('sizes in integers: 0.29 of 100.00 at 0.01 is 2900 shares, not 2800 (lot trap)', () => {
  expect(floorNear(0.29 * 100)).toBe(29);
  expect(sharesForWeight(0.29, 10_000, 1)).toBe(2900);
  expect(sharesForWeight(1 - 6 / 7, 210_000, 100)).toBe(300); // user-cases I-42
});

it('rateHalfUp is the half-up quotient of the integers for every safe amount and rate, halves included', () => {
  const exact = (amount: number, rate: number) => Number((BigInt(amount) * BigInt(rate) * 2n + 10_000_000n) / 20_000_000n);
  const rate = fc.integer({ min: 0, max: 1_000_000 });
  fc.assert(fc.property(fc.oneof(fc.maxSafeNat(), fc.integer({ min: 0, max: 1_000_000_000 })), rate, (amount, r) => rateHalfUp(amount, r) === exact(amount, r)), { numRuns: 5000, seed: 11 });
  // With a minimum (which under an all-in minimum may fall below zero): the larger of the two.
  fc.assert(fc.property(fc.maxSafeNat(), rate, fc.integer({ min: -100_000, max: 2_000_000_000 }), (amount, r, least) => rateHalfUp(amount, r, least) === Math.max(exact(amount, r), least)), { numRuns: 3000, seed: 12 });
  // One below, on and above every kind of tie, on both sides of the switch to two parts.
  for (const r of [1, 100, 2500, 5000, 10_000, 1_000_000]) {
    for (const fen of [0, 1, 173, 99_999_999, 100_000_001, 900_000_000]) {
      const tie = Math.floor(((fen + 0.5) * 1e7) / r);
      for (const amount of [tie - 1, tie, tie + 1]) if (amount >= 0 && Number.isSafeInteger(amount)) expect(rateHalfUp(amount, r), `${amount} at ${r}`).toBe(exact(amount, r));
    }
  }
});
