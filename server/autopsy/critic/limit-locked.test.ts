import { expect, it } from 'vitest';
import { makeBookConfig } from '@/server/books/book-config';
import type { IncidentRows } from '../incident-rows';
import { explainLoss } from './explain-loss';
import { limitLocked } from './trading-rules';

/** Ten calm days and one on which a third of the book opens limit-down; the order to sell it that was decided the evening before is refused. */
function firstLimitDay(refusals: readonly { symbol: string; reason: string }[], gain: number): IncidentRows {
  const fill = { commissionFen: 0, dutyFen: 0, transferFen: 0, otherFen: 0, spreadFen: 0, impactFen: 0 };
  const days = Array.from({ length: 11 }, (_, i) => ({ bookId: 'b', episodeId: 'e', dayIndex: i + 1, date: `2024-05-${String(i + 1).padStart(2, '0')}`, equityFen: 1e9, pnlFen: 0, dayReturn: i === 10 ? gain : 0, grossReturn: i === 10 ? gain : 0.0001, benchmarkReturn: 0, turnover: 0, principalLoss: 0, ...fill }));
  const orders = refusals.map(({ symbol, reason }, i) => ({ id: `o${i}`, symbol, side: 'sell', status: 'rejected', reason, shares: 100, filledShares: 0, dayIndex: 11, date: '2024-05-11' }));
  const kept = Array.from({ length: 40 }, (_, i) => ({ id: `k${i}`, symbol: `K${i}`, side: 'buy', status: 'filled', reason: null, shares: 100, filledShares: 100, dayIndex: 1, date: '2024-05-01' }));
  const names = refusals.map(({ symbol }) => ({ dayIndex: 11, date: '2024-05-11', symbol, weight: 0.1, gain: gain / refusals.length }));
  return { board: 'cn-a', book: { name: 'B', config: CONFIG }, incident: { date: '2024-05-11' }, days, before: [days[0]], after: [], names, orders: [...kept, ...orders], fills: [], alerts: [], weights: [] } as unknown as IncidentRows;
}
const CONFIG = makeBookConfig('cn-a');
const named = (rows: IncidentRows) => limitLocked(rows, explainLoss(rows));

it('a book that halts on the first limit-down day has one refused order: it is named when what could not be sold lost the money', () => {
  const found = named(firstLimitDay([{ symbol: 'A', reason: 'LIMIT_DOWN' }], -0.05));
  expect(found).toMatchObject({ mode: 'limit_locked', evidence: [{ kind: 'order', id: 'o0' }] });
  expect(found?.claim).toContain('1 of 41 orders met a price limit or a suspension and did not trade (A); while they could not be sold these names lost 5.0 % of equity beyond the market.');
  expect(found!.strength).toBeGreaterThan(0.9);
});

it('without a loss on what was refused, and without a refusal, it is not', () => {
  expect(named(firstLimitDay([{ symbol: 'A', reason: 'LIMIT_DOWN' }], 0))).toBe(null);
  expect(named(firstLimitDay([{ symbol: 'A', reason: 'PARTICIPATION' }], -0.05))).toBe(null);
  expect(named(firstLimitDay([], -0.05))).toBe(null);
});
