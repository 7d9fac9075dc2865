import { expect, it } from 'vitest';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { CN_A_RULES } from '@/server/market/board-table';
import { rulesFor } from '@/server/market/board-rules';
import { MarketDays, marketDaysOf } from './market-day';
import { tinyMarket } from './tiny-market';

const panel = generateSyntheticMarket({ seed: 9, symbols: 20, years: 1 });

it('a day is the same whoever asks first and in whatever order', () => {
  const forward = new MarketDays(panel, CN_A_RULES);
  const jumping = new MarketDays(panel, CN_A_RULES);
  const order = panel.dates.map((_, day) => (day * 89) % panel.dates.length);
  for (const day of order) jumping.at(day);
  for (let day = 0; day < panel.dates.length; day++) {
    const { board: _a, ...a } = forward.at(day);
    const { board: _b, ...b } = jumping.at(day);
    expect(b).toEqual(a);
  }
  expect(new Set(order).size).toBe(order.length);
});

it('runs on one panel share its days; another rule table or another panel has its own', () => {
  const days = marketDaysOf(panel, rulesFor('cn-a'));
  expect(marketDaysOf(panel, rulesFor('cn-a'))).toBe(days);
  expect(marketDaysOf(panel, rulesFor('cn-a')).at(5)).toBe(days.at(5));
  expect(marketDaysOf(panel, [...rulesFor('cn-a')])).not.toBe(days);
  expect(marketDaysOf({ ...panel }, rulesFor('cn-a'))).not.toBe(days);
});

it('one day more changes no earlier day (truncation)', () => {
  const n = panel.symbols.length;
  const cut = 100;
  const short = { ...panel, dates: panel.dates.slice(0, cut), fields: Object.fromEntries(Object.entries(panel.fields).map(([k, v]) => [k, v.slice(0, cut * n)])) as typeof panel.fields, status: panel.status.slice(0, cut * n), flags: panel.flags.slice(0, cut * n) };
  const [a, b] = [new MarketDays(panel, CN_A_RULES), new MarketDays(short, CN_A_RULES)];
  for (let day = 0; day < cut; day++) {
    expect(b.at(day).impactBase).toEqual(a.at(day).impactBase);
    expect(b.at(day).upFen).toEqual(a.at(day).upFen);
  }
});

it('a price that int32 fen cannot hold is refused by name, not wrapped', () => {
  const dear = tinyMarket(['2024-01-02', '2024-01-03'], { AAA: [{ close: 10 }, { close: 10 }], BRK: [{ close: 21_474_836.46 }, { close: 30_000_000 }] }, 'us');
  const days = marketDaysOf(dear, rulesFor('us'));
  expect(days.at(0).closeFen[1]).toBe(2_147_483_646);
  expect(() => days.at(1)).toThrow(/BRK costs 30000000.00 on 2024-01-03; the simulation works with prices below/);
});
