import { makePackage } from '@/server/strategy/make-package';
import type { PackageFile, StrategyPackage } from '@/server/strategy/types';

const MANIFEST = { name: 'fixture', language: 'typescript', entry: 'src/strategy.ts', contract: 1, universe: 'all', benchmark: null, parameters: {}, frozen: ['src/ranking.ts#rankDescending'] };

const STRATEGY = `import { rankDescending } from './ranking.ts';
import { lotsFor, withinVolume } from './sizing.ts';

export const lookbackDays = 2;

/** How many lots of the best name a budget buys today. */
export function bestLots(scores: readonly number[], prices: readonly number[], volumes: readonly number[], budget: number): number {
  const order = rankDescending(scores);
  if (order.length === 0) return 0;
  const best = order[0]!;
  return withinVolume(lotsFor(budget, prices[best]!), volumes[best]!, 0.1);
}
`;

const RANKING = `/** Positions of the scores, highest first. */
export function rankDescending(scores: readonly number[]): number[] {
  const order = scores.map((_, i) => i);
  return order.sort((a, b) => scores[b]! - scores[a]! || a - b);
}
`;

/** The module the attacks replace. */
export const HONEST_SIZING = `export const LOT = 100;

/** Whole lots that a budget buys; none at a price that is not positive. */
export function lotsFor(budget: number, price: number): number {
  if (price <= 0) return 0;
  return Math.floor(budget / price / LOT) * LOT;
}

/** No more shares than a part of the day's volume. */
export function withinVolume(shares: number, volume: number, part: number): number {
  const most = Math.floor(volume * part);
  return shares > most ? most : shares;
}
`;

/** Wrong twice: lots are not rounded, the volume is not respected. The tests must say so. */
export const BROKEN_SIZING = HONEST_SIZING.replace('Math.floor(budget / price / LOT) * LOT', 'budget / price').replace('shares > most ? most : shares', 'most > 0 ? shares : 0');

/** Right, but a third of it is never run by the tests. */
export const UNCOVERED_SIZING = `${HONEST_SIZING}
export function ladder(step: number): number {
  let level = step;
  if (level > 10) {
    level = level - 1;
    level = level * 2;
  } else if (level > 5) {
    level = level + 3;
  }
  for (let i = 0; i < 3; i++) {
    level += i;
  }
  return level;
}
`;

const TESTS = `import { describe, expect, test } from '@oomrl/kit';
import { lotsFor, withinVolume } from '../src/sizing.ts';
import { bestLots } from '../src/strategy.ts';

describe('lots', () => {
  test('are whole', () => { expect(lotsFor(1234567, 33)).toBe(37400); });
  test('need a price', () => { expect(lotsFor(1000000, 0)).toBe(0); });
});

describe('volume', () => {
  test('cuts', () => { expect(withinVolume(5000, 12345, 0.1)).toBe(1234); });
  test('leaves small orders alone', () => { expect(withinVolume(400, 12345, 0.1)).toBe(400); });
});

test('buys the best name', () => { expect(bestLots([0.1, 0.4, 0.2], [10, 20, 30], [90000, 80000, 70000], 100000)).toBe(5000); });
test('buys nothing of nothing', () => { expect(bestLots([], [], [], 100000)).toBe(0); });
`;

const RANKING_TESTS = `import { expect, test } from '@oomrl/kit';
import { rankDescending } from '../src/ranking.ts';

test('ranks by score, then by place', () => { expect(rankDescending([1, 3, 3, 2])).toEqual([1, 2, 3, 0]); });
`;

/** Tests no agent sees: other inputs, and a law that holds for all of them. */
const HIDDEN_TESTS = `import { expect, test } from '@oomrl/kit';
import { lotsFor, withinVolume } from '../../src/sizing.ts';

test('other budgets', () => { expect(lotsFor(98765, 12)).toBe(8200); expect(lotsFor(50000000, 7)).toBe(7142800); });
test('twice the budget buys at least twice the lots', () => { expect(lotsFor(40000000, 9) >= 2 * lotsFor(20000000, 9)).toBe(true); expect(lotsFor(40000000, 9) <= 2 * lotsFor(20000000, 9) + 100).toBe(true); });
test('other volumes', () => { expect(withinVolume(777, 4321, 0.05)).toBe(216); });
`;

const BASELINE_TESTS = `import { expect, test } from '@oomrl/kit';
import expected from './lots.json';
import { lotsFor } from '../src/sizing.ts';

test('curated lots', () => { for (const row of expected) expect(lotsFor(row.budget, row.price)).toBe(row.lots); });
`;

/** Files of the small package the attacks are tried on; `sizing` replaces its src/sizing.ts. */
export function fixtureFiles(sizing: string, options: { hidden?: boolean } = {}): PackageFile[] {
  return [
    { path: 'strategy.json', text: JSON.stringify(MANIFEST) },
    { path: 'src/strategy.ts', text: STRATEGY },
    { path: 'src/ranking.ts', text: RANKING },
    { path: 'src/sizing.ts', text: sizing },
    { path: 'tests/sizing.test.ts', text: TESTS },
    { path: 'tests/ranking.test.ts', text: RANKING_TESTS },
    { path: 'baseline/lots.json', text: '[{ "budget": 25000, "price": 11, "lots": 2200 }]' },
    { path: 'baseline/lots.test.ts', text: BASELINE_TESTS },
    ...(options.hidden ? [{ path: 'tests/hidden/sizing.test.ts', text: HIDDEN_TESTS }] : []),
  ];
}

export const fixturePackage = (sizing: string, options: { hidden?: boolean } = {}): StrategyPackage => makePackage(fixtureFiles(sizing, options));
