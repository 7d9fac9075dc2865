import fc from 'fast-check';
import { expect, it } from 'vitest';
import { executionAwareReturn, fExec } from './friction-model';
import { rewardStep } from './reward-step';
import { DEFAULT_TERMINAL, frictionModelSchema, isTerminal, lossReaches, principalLossBp, terminalRuleSchema } from './terminal-rule';

const L1 = { lambda: 8e-4, gamma: 1e-3, norm: 'l1' } as const;
const L2 = { ...L1, norm: 'l2' } as const;

// numbers.md, "F_exec".
it.each([
  [[0.5, -0.5], 0.0018, 0.0016408964152537146],
  [[0.2, -0.1, -0.1], 0.0009524555320336759, 0.0008149232003839767],
])('F_exec(%j) matches the golden cells in both norms', (dw, l1, l2) => {
  expect(fExec(dw, L1)).toBeCloseTo(l1, 16);
  expect(fExec(dw, L2)).toBeCloseTo(l2, 16);
});

it('no trade costs exactly nothing', () => {
  expect(fExec([0, 0, 0], L2)).toBe(0);
  expect(executionAwareReturn([0.5, 0.5], [0.01, 0.03], [0, 0], L2)).toBe(0.02);
});

it('eq. 1: the return of the book less what its trades cost', () => {
  expect(executionAwareReturn([0.5, 0.5], [0.01, 0.03], [0.5, -0.5], L1)).toBeCloseTo(0.02 - 0.0018, 16);
  expect(executionAwareReturn([0.6, -0.4], [0.1, 0.1], [0.5, -0.5], L2)).toBeCloseTo(0.02 - 0.0016408964152537146, 16);
});

it('friction does not depend on the order of the names and grows with the trade', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 20 }), (dw) => {
      expect(fExec([...dw].reverse(), L2)).toBeCloseTo(fExec(dw, L2), 14);
      expect(fExec(dw.map((x) => x * 2), L2)).toBeGreaterThanOrEqual(fExec(dw, L2));
    }),
  );
});

it('a loss of exactly 20 % is terminal on integers, one fen less is not', () => {
  expect(1 - 800_000 / 1e6 >= 0.2).toBe(false);
  expect(lossReaches(100_000_000, 80_000_000, 2000)).toBe(true);
  expect(lossReaches(100_000_000, 80_000_001, 2000)).toBe(false);
  expect(lossReaches(9_000_000_000_000, 7_200_000_000_000, 2000)).toBe(true);
  expect(lossReaches(9_000_000_000_000, 7_200_000_000_001, 2000)).toBe(false);
  expect(principalLossBp(100_000_000, 80_000_000)).toBe(2000);
});

it('whether the loss reaches τ is the comparison of the exact integers, on both sides of 2^53', () => {
  const base = fc.oneof(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 900_719_925_470, max: 900_719_925_480 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
  // Equity one fen around the line, where floats go wrong, and anywhere.
  const offset = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -1_000_000, max: 1_000_000 }));
  fc.assert(fc.property(base, fc.integer({ min: 1, max: 10_000 }), offset, (baseFen, tauBp, by) => {
    const equityFen = baseFen - Math.floor((baseFen / 10_000) * tauBp) + by;
    const exact = (BigInt(baseFen) - BigInt(equityFen)) * 10_000n >= BigInt(tauBp) * BigInt(baseFen);
    expect(lossReaches(baseFen, equityFen, tauBp)).toBe(exact);
  }), { numRuns: 3000, seed: 5 });
});

it('the two readings of τ differ after a gain', () => {
  expect(isTerminal(DEFAULT_TERMINAL, 100, 150, 115)).toBe(false);
  expect(isTerminal({ ...DEFAULT_TERMINAL, reading: 'drawdown' }, 100, 150, 115)).toBe(true);
});

it('eq. 2: R̃ while alive, −P at the absorbing state, nothing after it', () => {
  const base = { gross: 0.01, l1: 1, l2: Math.SQRT1_2, initialFen: 1000, peakFen: 1000, terminated: false };
  const alive = rewardStep({ ...base, equityFen: 801 }, L2, DEFAULT_TERMINAL);
  expect(alive.reward).toBe(alive.executionAware);
  expect(alive.executionAware).toBe(alive.gross - (alive.lambdaTerm + alive.gammaTerm));
  const dead = rewardStep({ ...base, equityFen: 800 }, L2, DEFAULT_TERMINAL);
  expect([dead.terminal, dead.reward, dead.executionAware]).toEqual([true, -100, alive.executionAware]);
  expect(() => rewardStep({ ...base, equityFen: 800, terminated: true }, L2, DEFAULT_TERMINAL)).toThrow(/absorbing/);
});

it.each([
  ['a loss from W_0', 1000, 1000, 850, 0.15, 0.15],
  ['a loss from a peak above W_0', 1000, 1250, 1000, 0, 0.2],
  ['a new peak', 1000, 1100, 1200, -0.2, 0],
  ['a profit below the peak', 1000, 1600, 1200, -0.2, 0.25],
] as const)('L_t is measured from W_0, the drawdown from the highest W so far: %s', (_what, initialFen, peakFen, equityFen, principalLoss, drawdown) => {
  const parts = rewardStep({ gross: 0.01, l1: 0.2, l2: 0.1, initialFen, peakFen, equityFen, terminated: false }, L2, { ...DEFAULT_TERMINAL, tauBp: 9000 });
  expect(parts.principalLoss).toBeCloseTo(principalLoss, 15);
  expect(parts.drawdown).toBeCloseTo(drawdown, 15);
  expect([parts.gross, parts.lambdaTerm, parts.gammaTerm]).toEqual([0.01, 8e-4 * 0.2, 1e-3 * Math.sqrt(0.1)]);
  expect(parts.modelledFriction).toBe(parts.lambdaTerm + parts.gammaTerm);
});

it('rules and models outside their range are refused, their ends are not', () => {
  const rule = (more: object) => terminalRuleSchema.safeParse({ ...DEFAULT_TERMINAL, ...more }).success;
  expect([rule({ penalty: 0 }), rule({ penalty: 1e6 }), rule({ tauBp: 1 }), rule({ tauBp: 10_000 })]).toEqual([true, true, true, true]);
  expect([rule({ penalty: -1 }), rule({ penalty: 1e6 + 1 }), rule({ tauBp: 0 }), rule({ tauBp: 10_001 }), rule({ tauBp: 1.5 })]).toEqual([false, false, false, false, false]);
  const model = (more: object) => frictionModelSchema.safeParse({ ...L2, ...more }).success;
  expect([model({ lambda: 0, gamma: 0 }), model({ lambda: 1, gamma: 1 })]).toEqual([true, true]);
  expect([model({ lambda: 1.01 }), model({ gamma: 1.01 }), model({ lambda: -0.01 }), model({ gamma: -0.01 })]).toEqual([false, false, false, false]);
});
