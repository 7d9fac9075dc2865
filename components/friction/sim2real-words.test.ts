import { expect, it } from 'vitest';
import type { Sim2RealPoint, Sim2RealReport } from '@/server/simulation/sim2real/types';
import { parseNumbers, shortSum, sim2RealWords } from './sim2real-words';

const point = (annualReturn: number | null, unfilled = 0): Sim2RealPoint => ({ annualReturn, unfilled }) as Sim2RealPoint;
const report = (more: Partial<Sim2RealReport>): Sim2RealReport => ({ without: point(0.2), with: point(0.05), gap: 0.15, breakEvenLevel: null, capacity: [point(0.05)], ...more }) as Sim2RealReport;

it.each([
  [report({}), 'Without costs the annual return is 20.00%, with them 5.00%: costs take 15.00 percentage points. Within these levels it does not reach 0.'],
  [report({ breakEvenLevel: 1.33, capacity: [point(0.05), point(0.01, 0.4)] }), 'Without costs the annual return is 20.00%, with them 5.00%: costs take 15.00 percentage points. It reaches 0 at 1.33 times the costs. At the largest capital 40.0% of the orders are refused or cut.'],
  [report({ breakEvenLevel: 0, gap: 0.1, without: point(-0.1), with: point(-0.2) }), expect.stringContaining('It is not positive even without costs.')],
  [report({ gap: null }), 'Too few days for an annual return.'],
])('%#: says it', (given, words) => {
  expect(sim2RealWords(given)).toEqual(words);
});

it('sums are written and read the way people write them', () => {
  for (const units of [1_000_000, 2_500_000, 100_000_000, 1_000_000_000, 12_345, 5000]) expect(parseNumbers(shortSum(units), () => true)).toEqual([units]);
  expect([1_000_000, 2_500_000, 1e9, 999].map(shortSum)).toEqual(['1M', '2500k', '1B', '999']);
  expect(parseNumbers('1M, 2.5m 3k', () => true)).toEqual([1_000_000, 2_500_000, 3000]);
  expect([parseNumbers('1Q', () => true), parseNumbers('M', () => true), parseNumbers('1e5', () => true)]).toEqual([null, null, null]);
});

it('a list of numbers, or none of it', () => {
  expect(parseNumbers('0.5, 2;2 3', (x) => x >= 0)).toEqual([0.5, 2, 3]);
  expect(parseNumbers('', () => true)).toEqual([]);
  expect([parseNumbers('1,x', () => true), parseNumbers('-1', (x) => x >= 0)]).toEqual([null, null]);
});
