import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buyPriceFen, impactPartFen, impactRate, sellPriceFen } from './price-fill';

const fen = fc.integer({ min: 1, max: 2_000_000 });
const move = fc.integer({ min: 0, max: 2_000_000 }).map((x) => x / 1e6);

it('a price moves against the trader by at least the move, less than a tick beyond it, and never through the limit nor below one tick', () => {
  fc.assert(fc.property(fen, move, fc.integer({ min: 1, max: 500_000 }), (reference, m, room) => {
    const buy = buyPriceFen(reference, m, reference + room);
    const sell = sellPriceFen(reference, m, Math.max(0, reference - room));
    expect(buy).toBe(Math.min(reference + room, Math.ceil(reference * (1 + m) - 1e-9)));
    expect(sell).toBe(Math.max(1, reference - room, Math.floor(reference * (1 - m) + 1e-9)));
    expect(buy >= reference && sell <= reference && sell >= 1).toBe(true);
  }), { numRuns: 2000, seed: 3 });
});

it.each([
  ['a share of one tick', 1, 0.9, 0, 1],
  ['a move beyond the whole price', 500, 1.5, 0, 1],
  ['a limit at one tick', 2, 0.9, 1, 1],
  ['a limit above', 1000, 0.2, 900, 900],
  ['no cost', 1000, 0, 0, 1000],
] as const)('what a sale brings at least: %s', (_what, reference, m, limit, price) => {
  expect(sellPriceFen(reference, m, limit)).toBe(price);
});

it('impact is coef · σ · √(shares / ADV), and with the spread it makes up the distance', () => {
  const [sigma, adv] = [0.02, 4_000_000];
  expect(impactRate(0.5, (sigma * sigma) / adv, 10_000)).toBeCloseTo(0.5 * sigma * Math.sqrt(10_000 / adv), 15);
  expect(impactRate(0.5, 0, 10_000)).toBe(0);
  expect(impactPartFen(1000, 500, 0.0012, 1000)).toBe(600);
  expect(impactPartFen(1000, 500, 0.0012, 500)).toBe(500);
});
