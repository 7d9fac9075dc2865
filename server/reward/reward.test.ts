import fc from 'fast-check';
import { expect, it } from 'vitest';
import { executionAwareReturn, fExec } from './friction-model';
import { rewardStep } from './reward-step';
import { DEFAULT_TERMINAL, isTerminal, lossReaches, principalLossBp } from './terminal-rule';

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
