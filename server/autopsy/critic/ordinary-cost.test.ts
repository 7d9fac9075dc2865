import { expect, it } from 'vitest';
import type { IncidentRows } from '../incident-rows';
import { explainLoss } from './explain-loss';
import { ordinaryCost } from './ordinary-cost';
import { costDrag, overtrading } from './trading-rules';

it('what is ordinary follows the board and the day: its own fees, spread, tick and impact', () => {
  // Commission 2.5, transfer 0.1, half of 10 duty; half spread 3; a tick of 5; impact 5.
  expect(ordinaryCost('cn-a', '2022-10-21')).toMatchObject({ feesAndSpread: expect.closeTo(0.00156, 9), total: expect.closeTo(0.00206, 9), source: 'A-share fee table in force from 1990-01-01' });
  // The duty was halved.
  expect(ordinaryCost('cn-a', '2024-01-02')).toMatchObject({ total: expect.closeTo(0.00181, 9), source: 'A-share fee table in force from 2023-08-28' });
  // Commission 1, regulatory 0.278; half spread 1; a tick of 1; impact 5. No duty.
  expect(ordinaryCost('us', '2024-01-02')).toMatchObject({ fees: expect.closeTo(0.0001278, 9), total: expect.closeTo(0.0008278, 9), source: 'US fee table in force from 1900-01-01' });
});

const EQUITY = 1_000_000_00;
/** A month that turns over a fifth of the book each day at `perTrade` in commission. */
function month(board: IncidentRows['board'], perTrade: number): IncidentRows {
  const turnover = 0.2;
  const days = Array.from({ length: 20 }, (_, i) => ({
    bookId: 'b', episodeId: 'e', dayIndex: i + 1, date: `2024-05-${String(i + 1).padStart(2, '0')}`, equityFen: EQUITY, pnlFen: 0, dayReturn: -0.0005, benchmarkReturn: 0, grossReturn: 0, turnover, principalLoss: 0.1,
    commissionFen: Math.round(EQUITY * 2 * turnover * perTrade), dutyFen: 0, transferFen: 0, otherFen: 0, spreadFen: 0, impactFen: 0,
  }));
  return { board, incident: { date: '2024-05-20' }, days, before: [days[0]], after: [], names: [], orders: [], fills: [], alerts: [], weights: [] } as unknown as IncidentRows;
}

it('14 bp a trade is cheap for an A-share and dear in the US, and the finding names the number and the table it is held against', () => {
  const china = month('cn-a', 0.0014);
  const us = month('us', 0.0014);
  expect(explainLoss(china).costs.byPrice).toBe(0);
  expect(explainLoss(us).costs.byPrice).toBeGreaterThan(0.001);
  expect(overtrading(china, explainLoss(china))?.claim).toContain('each traded yuan costs 14 bp. An ordinary one costs 18 bp: 13 bp fees, spread and tick (A-share fee table in force from 2023-08-28), 5 bp impact.');
  expect(costDrag(us, explainLoss(us))?.claim).toContain('A traded dollar cost 14 bp: 14 bp fees and spread, 0 bp impact. An ordinary one costs 8 bp: 3 bp fees, spread and tick (US fee table in force from 1900-01-01), 5 bp impact.');
});
