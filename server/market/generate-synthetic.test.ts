import { expect, it } from 'vitest';
import { boardRule, limitsUnder } from './board-rules';
import { generateSyntheticMarket } from './generate-synthetic';
import { CELL, FLAG } from './panel';
import { panelHash } from './panel-codec';

const panel = generateSyntheticMarket({ seed: 7 });
const n = panel.symbols.length;

it('is the same to the byte for the same seed, another for another, on every machine', () => {
  expect(panelHash(generateSyntheticMarket({ seed: 7 }))).toBe(panelHash(panel));
  expect(panelHash(generateSyntheticMarket({ seed: 8 }))).not.toBe(panelHash(panel));
  // Pinned: integer generator and IEEE arithmetic only, so a different hash elsewhere is a bug.
  expect(panelHash(panel).slice(0, 16)).toBe('0d39faedd6f0e5bc');
});

it('is labelled synthetic, has 100 names, three years, a benchmark and 724 sessions', () => {
  expect(panel.meta).toMatchObject({ synthetic: true, seed: 7, board: 'cn-a' });
  expect([n, panel.dates.length, panel.benchmark?.length]).toEqual([100, 724, 724]);
  expect(panel.symbols.every((s) => /^SYN(?:600|000|300|688)\d{3}$/.test(s))).toBe(true);
  expect([...panel.symbols].sort()).toEqual(panel.symbols);
});

it('obeys the board rules in every traded cell', () => {
  let atLimit = 0;
  const broken: string[] = [];
  for (let i = 0; i < n; i++) {
    for (let t = 0; t < panel.dates.length; t++) {
      const at = t * n + i;
      if (panel.status[at] !== CELL.TRADED) continue;
      const f = (x: number | undefined): number => Math.round((x ?? Number.NaN) * 100);
      const [open, high, low, close, pre] = [f(panel.fields.open[at]), f(panel.fields.high[at]), f(panel.fields.low[at]), f(panel.fields.close[at]), f(panel.fields.preclose[at])];
      if (!(low <= Math.min(open, close) && high >= Math.max(open, close))) broken.push(`${panel.symbols[i]} ${panel.dates[t]} order`);
      const vwap = panel.fields.amount[at]! / panel.fields.volume[at]!;
      if (!(vwap >= low / 100 - 1e-6 && vwap <= high / 100 + 1e-6)) broken.push(`${panel.symbols[i]} ${panel.dates[t]} vwap`);
      const seasoned = t > 5 && panel.status[at - 6 * n] !== CELL.UNLISTED;
      if (!seasoned) continue;
      const limits = limitsUnder(boardRule(panel.symbols[i]!, panel.dates[t]!), pre, { st: (panel.flags[at]! & FLAG.ST) !== 0, sessionsSinceListing: 99 });
      if (!(limits && high <= limits.upFen && low >= limits.downFen)) broken.push(`${panel.symbols[i]} ${panel.dates[t]} limit`);
      if (limits && (close === limits.upFen || close === limits.downFen)) atLimit++;
    }
  }
  expect(broken).toEqual([]);
  expect(atLimit).toBeGreaterThan(100);
});

it('has suspensions, listings, ST spells, ex-days and an illiquid fifth', () => {
  const count = (test: (at: number) => boolean): number => panel.status.reduce((sum, _, at) => sum + (test(at) ? 1 : 0), 0);
  expect(count((at) => panel.status[at] === CELL.SUSPENDED)).toBeGreaterThan(200);
  expect(count((at) => panel.status[at] === CELL.UNLISTED)).toBeGreaterThan(200);
  expect(count((at) => (panel.flags[at]! & FLAG.ST) !== 0)).toBeGreaterThan(100);
  expect(count((at) => (panel.flags[at]! & FLAG.EX_DAY) !== 0)).toBeGreaterThan(100);
  const amounts = panel.symbols.map((_, i) => panel.fields.amount[(panel.dates.length - 1) * n + i]!).sort((a, b) => a - b);
  expect(amounts[19]!).toBeLessThan(3e7);
  expect(amounts[80]!).toBeGreaterThan(1e8);
});

it('keeps factor × close continuous over ex-days and preclose the last close elsewhere', () => {
  let worst = 0;
  let jumps = 0;
  for (let i = 0; i < n; i++) {
    for (let t = 1; t < panel.dates.length; t++) {
      const at = t * n + i;
      if (panel.status[at] !== CELL.TRADED || panel.status[at - n] === CELL.UNLISTED) continue;
      const gap = panel.fields.factor[at]! * panel.fields.preclose[at]! - panel.fields.factor[at - n]! * panel.fields.close[at - n]!;
      worst = Math.max(worst, Math.abs(gap));
      if ((panel.flags[at]! & FLAG.EX_DAY) === 0 && panel.fields.preclose[at] !== panel.fields.close[at - n]) jumps++;
    }
  }
  expect(jumps).toBe(0);
  expect(worst).toBeLessThan(1e-9);
});

it('pays daily momentum before costs where trading is dear, and hardly where it is cheap', () => {
  const gross = (illiquid: boolean): number => meanNextOpenReturn(7, illiquid) * 252;
  expect(gross(true)).toBeGreaterThan(0.2);
  expect(gross(false)).toBeLessThan(gross(true) - 0.1);
});

it('refuses impossible options by name and value', () => {
  expect(() => generateSyntheticMarket({ seed: 1, symbols: 1 })).toThrow(/symbols.*got 1/);
  expect(() => generateSyntheticMarket({ seed: 1, start: '2023-02-30' })).toThrow(/2023-02-30/);
});

/** Mean open-to-open return of the top ten by five-day return in one liquidity half, rebalanced daily, before any cost. */
function meanNextOpenReturn(seed: number, illiquid: boolean): number {
  const p = generateSyntheticMarket({ seed });
  const adjusted = (field: 'open' | 'close', t: number, i: number): number => p.fields[field][t * n + i]! * p.fields.factor[t * n + i]!;
  let sum = 0;
  let days = 0;
  for (let t = 21; t < p.dates.length - 2; t++) {
    const amount = p.symbols.map((_, i) => Array.from({ length: 20 }, (_x, k) => p.fields.amount[(t - k) * n + i]! || 0).reduce((a, b) => a + b));
    const median = [...amount].sort((a, b) => a - b)[n / 2]!;
    const ranked = p.symbols
      .map((_, i) => ({ i, signal: adjusted('close', t, i) / adjusted('close', t - 5, i) }))
      .filter(({ i, signal }) => amount[i]! < median === illiquid && Number.isFinite(signal) && p.status[t * n + i] === CELL.TRADED)
      .sort((a, b) => b.signal - a.signal)
      .slice(0, 10);
    for (const { i } of ranked) sum += (adjusted('open', t + 2, i) / adjusted('open', t + 1, i) - 1 || 0) / 10;
    days++;
  }
  return sum / days;
}
