'use client';
import { useMemo } from 'react';
import { formatBp, formatNumber, formatPercent } from '../format';
import type { BookSeries } from './book-series';
import { lossCeiling, lossFloor, pickTicks, toBands, toMarks, toRows } from './prepare';
import { TimeChart } from './time-chart';

const percent = (digits: number) => (value: number) => formatPercent(value, digits);
/** Losses are drawn downwards; in words a loss is a positive number, and a negative L_t is a profit. */
const depth = (value: number) => formatPercent(-value, 1);
const strategy = 'var(--accent)';
const muted = 'var(--ink-3)';

/** Every panel of a book on one time axis: what it earned, how deep it fell, whether it is skill, what it cost. */
export function BookChartStack({ series, syncId }: { series: BookSeries; syncId: string }) {
  const { rows, bands, marks, ticks, floor, ceiling } = useMemo(() => {
    const made = toRows(series);
    return { rows: made, bands: toBands(series.phases, series.dates), marks: toMarks(series.alerts, series.dates), ticks: pickTicks(series.dates, 6), floor: lossFloor(made, series.tau), ceiling: lossCeiling(made) };
  }, [series]);
  const shared = { rows, ticks, syncId, bands: bands.map((band) => ({ ...band, label: '' })) };
  return (
    <div className="space-y-5">
      <TimeChart {...shared} bands={bands} title="Equity and benchmark" unit="growth since the episode began" height={248} format={percent(1)} marks={marks} limits={[{ y: 0 }]} lines={[{ key: 'equity', label: 'Book', colour: strategy }, { key: 'benchmark', label: 'Benchmark', colour: muted, dash: '3 2' }]} />
      <TimeChart {...shared} title="Drawdown and principal loss" unit="deeper is worse" height={132} format={depth} scale={{ domain: [floor, ceiling], ticks: [...(ceiling > series.tau / 2 ? [ceiling] : []), 0, -series.tau / 2, -series.tau] }} limits={[{ y: 0 }, { y: -series.tau, label: `τ ${formatPercent(series.tau, 0)}`, signal: true }]} lines={[{ key: 'drawdown', label: 'Drawdown', colour: muted, filled: true }, { key: 'principalLoss', label: 'L_t', colour: strategy }]} />
      <TimeChart {...shared} title="Rolling Sharpe and information ratio" unit="60 days, annualised" height={120} format={(v) => formatNumber(v, 1)} limits={[{ y: 0 }]} lines={[{ key: 'rollingSharpe60', label: 'Sharpe', colour: strategy }, { key: 'rollingIr60', label: 'IR', colour: muted, dash: '3 2' }]} />
      <TimeChart {...shared} title="Rolling beta" unit="60 days" height={88} format={(v) => formatNumber(v, 2)} lines={[{ key: 'rollingBeta60', label: 'β', colour: strategy }]} />
      <TimeChart {...shared} title="Friction" unit="basis points of equity, per day" height={120} format={(v) => formatBp(v, 0).replace(' bp', '')} lines={[{ key: 'frictionRealised', label: 'Realised', colour: strategy }, { key: 'frictionModelled', label: 'Modelled', colour: muted, dash: '3 2' }]} />
      <TimeChart {...shared} showDates title="Turnover" unit="one-way, per day" height={88} format={percent(0)} lines={[{ key: 'turnover', label: 'Turnover', colour: strategy, filled: true }]} />
    </div>
  );
}
