import { expect, it } from 'vitest';
import type { Sim2RealSide } from '@/server/contracts/verdict';
import { compareSides, mergeEquity } from './compare-sides';
import { summariseGates } from './gate-words';
import { lineRanges } from './line-ranges';

const side = (over: Partial<Sim2RealSide>): Sim2RealSide => ({
  annualTurnover: 67, annualReturn: -0.2, sharpe: -1, maxDrawdown: -0.3, cumulativeReward: -0.5, principalLoss: 0.2, frictionModelled: 0.2, frictionRealised: 0.25,
  finalEquityFen: 80_000_00, terminated: false, days: 100, equity: [], ...over,
});

it('says better by what the figure wants, not by its sign', () => {
  const rows = compareSides(side({}), side({ annualTurnover: 12, cumulativeReward: -0.1, sharpe: null, maxDrawdown: -0.1 }));
  const row = (key: string) => rows.find((r) => r.key === key);
  expect(row('annualTurnover')).toMatchObject({ delta: -55, better: true });
  expect(row('cumulativeReward')).toMatchObject({ better: true });
  expect(row('maxDrawdown')).toMatchObject({ better: true });
  expect(row('sharpe')).toMatchObject({ delta: null, better: null });
  expect(row('annualReturn')).toMatchObject({ delta: 0, better: null });
});

it('a drawdown written as a positive depth is better when smaller', () => {
  const rows = compareSides(side({ maxDrawdown: 0.3 }), side({ maxDrawdown: 0.1 }));
  expect(rows.find((r) => r.key === 'maxDrawdown')?.better).toBe(true);
});

it('leaves a gap where one curve has no point', () => {
  expect(mergeEquity([['2024-01-02', 1], ['2024-01-03', 0.9]], [['2024-01-03', 0.95], ['2024-01-04', 1]])).toEqual([
    { date: '2024-01-02', before: 1, after: null },
    { date: '2024-01-03', before: 0.9, after: 0.95 },
    { date: '2024-01-04', before: null, after: 1 },
  ]);
});

it('sums the gates up in one line', () => {
  const gates = (...s: ('pass' | 'fail' | 'error' | 'skipped')[]) => s.map((status) => ({ status }));
  expect(summariseGates(gates('pass', 'pass'))).toBe('All 2 gates green.');
  expect(summariseGates(gates('pass', 'fail', 'skipped'))).toBe('1 of 3 gates red, 1 not reached.');
  expect(summariseGates([])).toBe('No gate has run yet.');
});

it('writes line numbers as ranges', () => {
  expect(lineRanges([9, 3, 4, 5, 12, 13])).toBe('3–5, 9, 12–13');
  expect(lineRanges([])).toBe('');
});
