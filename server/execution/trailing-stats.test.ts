import { expect, it } from 'vitest';
import { tinyMarket } from './tiny-market';
import { TrailingStats } from './trailing-stats';

const closes = Array.from({ length: 40 }, (_, t) => Math.round(1000 + 80 * Math.sin(t * 1.7)) / 100);
const panel = tinyMarket(closes.map((_, t) => `2024-${String(1 + Math.floor(t / 28)).padStart(2, '0')}-${String(1 + (t % 28)).padStart(2, '0')}`), {
  sh600000: closes.map((close, t) => ({ close, volume: 100_000 + t * 1000, suspended: t === 30 })),
});

it('is σ²/ADV of the twenty sessions before the day, suspended ones left out', () => {
  const stats = new TrailingStats(panel);
  stats.moveTo(35);
  const days = Array.from({ length: 20 }, (_, k) => 15 + k).filter((t) => t !== 30);
  const returns = days.map((t) => closes[t]! / closes[t - 1]! - 1);
  const mean = returns.reduce((a, b) => a + b) / returns.length;
  const variance = returns.reduce((a, r) => a + (r - mean) ** 2, 0) / (returns.length - 1);
  const adv = days.reduce((a, t) => a + 100_000 + t * 1000, 0) / days.length;
  expect(stats.impactBase(0)).toBeCloseTo(variance / adv, 12);
  expect(stats.impactBase(0) / (variance / adv)).toBeCloseTo(1, 4); // returns enter as 1e-6
});

it('does not depend on the day it was started on: rolled or jumped to, the same bits', () => {
  const rolled = new TrailingStats(panel);
  for (let day = 0; day < 40; day++) {
    rolled.moveTo(day);
    const jumped = new TrailingStats(panel);
    jumped.moveTo(day);
    expect(jumped.impactBase(0)).toBe(rolled.impactBase(0));
  }
});
