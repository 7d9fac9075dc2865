import { expect, it } from 'vitest';
import type { BookSeries } from './book-series';
import { bandLabelSide, indexAtOrBefore, lossCeiling, lossFloor, niceTicks, pickTicks, toBands, toMarks, toRows } from './prepare';

const dates = ['2024-01-02', '2024-01-03', '2024-01-05', '2024-01-08'];
const nothing = [null, null, null, null];
const series: BookSeries = {
  dates, equity: [1, 1.1, null, 0.75], benchmark: nothing, drawdown: [0, 0, 0.05, 0.32], principalLoss: [0, -0.1, 0.01, 0.25], turnover: nothing,
  frictionModelled: nothing, frictionRealised: nothing, rollingSharpe60: nothing, rollingIr60: nothing, rollingBeta60: nothing, phases: [], alerts: [], tau: 0.2,
};

it('breaks a line where there is no value and never draws zero for it', () => {
  const rows = toRows(series);
  expect(rows.map((r) => r.equity)).toEqual([0, expect.closeTo(0.1), null, -0.25]);
  expect(rows[2]?.benchmark).toBeNull();
});

it('draws losses downwards and keeps both τ and the deepest loss in sight', () => {
  const rows = toRows(series);
  expect(rows[3]?.principalLoss).toBe(-0.25);
  expect(lossFloor(rows, 0.2)).toBeCloseTo(-0.32 * 1.08);
  expect(lossFloor([], 0.2)).toBeCloseTo(-0.216);
});

it('snaps a date that bucketing dropped to the one drawn before it', () => {
  expect([indexAtOrBefore(dates, '2024-01-04'), indexAtOrBefore(dates, '2023-12-31'), indexAtOrBefore(dates, '2025-01-01')]).toEqual([1, -1, 3]);
});

it('makes version phases touch and drops one that lasted no drawn day', () => {
  const phase = (versionLabel: string, from: string) => ({ versionLabel, from, to: '2024-01-08' });
  expect(toBands([phase('v1', '2024-01-02'), phase('v2', '2024-01-04')], dates)).toEqual([
    { label: 'v1', from: '2024-01-02', to: '2024-01-03', odd: false },
    { label: 'v2', from: '2024-01-03', to: '2024-01-08', odd: true },
  ]);
  expect(toBands([phase('v1', '2024-01-05'), phase('v2', '2024-01-06'), phase('v3', '2024-01-08')], dates).map((b) => b.label)).toEqual(['v2', 'v3']);
});

it('shows the gravest of several alerts of one date', () => {
  const alert = (severity: 'warning' | 'critical', message: string) => ({ date: '2024-01-04', severity, id: message, message });
  expect(toMarks([alert('warning', 'a'), alert('critical', 'b')], dates)).toEqual([{ date: '2024-01-03', severity: 'critical', label: 'b (and 1 more)' }]);
});

it('spreads ticks evenly', () => {
  expect(pickTicks(dates, 6)).toEqual(dates);
  expect(pickTicks(Array.from({ length: 100 }, (_, i) => String(i)), 4)).toEqual(['12', '37', '62', '87']);
});

it('puts an axis on round numbers that cover the values', () => {
  expect(niceTicks([-0.152, 0.031, null], 4)).toEqual([-0.2, -0.15, -0.1, -0.05, 0, 0.05]);
  expect(niceTicks([0.77, 0.88], 2)).toEqual([0.7, 0.8, 0.9]);
  expect(niceTicks([0, 0.31], 3)).toEqual([0, 0.2, 0.4]);
  expect(niceTicks([], 3)).toEqual([0, 1]);
  expect(niceTicks([0.02, 0.02], 2)).toEqual([0, 0.01, 0.02]);
});

it('a profit keeps L_t on the chart, and the label of a band at the right edge is written leftwards', () => {
  expect(lossCeiling([{ date: 'a', principalLoss: 0.1 }, { date: 'b', principalLoss: -0.2 }])).toBeCloseTo(0.108);
  expect(lossCeiling([{ date: 'a', principalLoss: -0.2 }, { date: 'b', principalLoss: null }])).toBe(0);
  const dates = Array.from({ length: 100 }, (_, i) => `2024-${String(i).padStart(3, '0')}`);
  const side = (from: string) => bandLabelSide({ label: 'v2', from, to: '2024-099', odd: true }, dates);
  expect([side('2024-000'), side('2024-097')]).toEqual(['insideTopLeft', 'insideTopRight']);
});
