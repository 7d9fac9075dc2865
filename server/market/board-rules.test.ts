import { expect, it } from 'vitest';
import { boardRule, boardRulesSchema, codeOf, floorToLot, limitPrices, rulesFor, segmentOf, withOwnRules } from './board-rules';
import { CN_A_RULES, US_RULES } from './board-table';

const seasoned = { st: false, sessionsSinceListing: 10_000 };

it('finds the code in every spelling of a symbol', () => {
  for (const s of ['sh600000', 'SH600000', '600000.SH', '600000', 'SYN600000']) expect(codeOf(s)).toBe('600000');
  expect(codeOf('MSFT')).toBeNull();
  expect(['688001', '300750', '920001', '430047', '600000', '000001', '301269'].map(segmentOf)).toEqual(['star', 'chinext', 'bse', 'bse', 'main', 'main', 'chinext']);
  expect(() => segmentOf('MSFT')).toThrow(/MSFT/);
});

it('rounds limits half up in integers', () => {
  // 9.05·1.10 = 9.955 → 9.96; in binary floats 9.05*1.1 is 9.955000000000002 and 1.15*1.1 is 1.2649999999999999.
  expect(limitPrices('600000', '2024-05-06', 905, seasoned)).toEqual({ upFen: 996, downFen: 815 });
  expect(limitPrices('600000', '2024-05-06', 115, seasoned)).toEqual({ upFen: 127, downFen: 104 });
});

it('changes ChiNext from 10 to 20 % on 2020-08-24, ST included', () => {
  expect(limitPrices('300750', '2020-08-21', 1000, seasoned)).toEqual({ upFen: 1100, downFen: 900 });
  expect(limitPrices('300750', '2020-08-24', 1000, seasoned)).toEqual({ upFen: 1200, downFen: 800 });
  expect(limitPrices('300750', '2020-08-24', 1000, { ...seasoned, st: true })).toEqual({ upFen: 1200, downFen: 800 });
});

it('knows ST, STAR, BSE, listing days and the US', () => {
  expect(limitPrices('000001', '2024-05-06', 1000, { ...seasoned, st: true })).toEqual({ upFen: 1050, downFen: 950 });
  expect(limitPrices('688001', '2024-05-06', 1000, { st: false, sessionsSinceListing: 5 })).toBeNull();
  expect(limitPrices('688001', '2024-05-06', 1000, { st: false, sessionsSinceListing: 6 })).toEqual({ upFen: 1200, downFen: 800 });
  expect(limitPrices('600000', '2021-05-06', 1000, { st: false, sessionsSinceListing: 1 })).toEqual({ upFen: 1440, downFen: 640 });
  expect(limitPrices('920001', '2024-05-06', 1000, seasoned)).toEqual({ upFen: 1300, downFen: 700 });
  expect(limitPrices('MSFT', '2024-05-06', 1000, seasoned, US_RULES)).toBeNull();
});

it('floors to legal lots', () => {
  const main = boardRule('600000', '2024-05-06');
  const star = boardRule('688001', '2024-05-06');
  expect([99, 100, 2899, 2900].map((n) => floorToLot(main, n))).toEqual([0, 100, 2800, 2900]);
  expect([199, 200, 201, 257].map((n) => floorToLot(star, n))).toEqual([0, 200, 201, 257]);
  expect(floorToLot(boardRule('MSFT', '2024-05-06', rulesFor('us')), 3.9)).toBe(3);
});

it('validates an edited table and names a date before the first row', () => {
  expect(boardRulesSchema.parse(CN_A_RULES)).toHaveLength(6);
  expect(() => boardRule('688001', '2019-01-02')).toThrow(/2019-01-02/);
});

it('takes rows of a person beside the shipped ones or in their place, and none of another board', () => {
  const wide = { segment: 'main', from: '2026-01-05', limitPct: 10, stLimitPct: 10, freeSessions: 5, firstDay: null, minShares: 100, stepShares: 100, settlementSessions: 1 } as const;
  const added = withOwnRules('cn-a', [wide]);
  const stUp = (date: string, rules = added): number | undefined => limitPrices('600000', date, 1000, { st: true, sessionsSinceListing: Infinity }, rules)?.upFen;
  expect([stUp('2026-01-04'), stUp('2026-01-05')]).toEqual([1050, 1100]);
  const replaced = withOwnRules('cn-a', [{ ...wide, from: '2023-04-10' }]);
  expect([replaced.length, stUp('2023-04-07', replaced), stUp('2023-04-10', replaced)]).toEqual([CN_A_RULES.length, 1050, 1100]);
  expect(() => withOwnRules('us', [wide])).toThrow(/row 1 is of segment main.*allowed: us/);
  expect(() => withOwnRules('cn-a', [wide, wide])).toThrow(/two rows of segment main start on 2026-01-05/);
});
