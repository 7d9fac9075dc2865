'use client';
import dynamic from 'next/dynamic';
import type { DayFriction } from '@/server/simulation/friction-report';
import { pickTicks } from '../charts/prepare';
import { formatNumber } from '../format';

const HEIGHT = 200;
// recharts draws nothing on the server: a box of the final height holds its place.
const TimeChart = dynamic(() => import('../charts/time-chart').then((m) => m.TimeChart), { ssr: false, loading: () => <div aria-busy="true" className="h-[15rem] animate-pulse rounded-md bg-sink" /> });

/** Realised against modelled friction, one point a drawn day. */
export function FrictionChart({ days }: { days: readonly Pick<DayFriction, 'date' | 'realised' | 'modelled'>[] }) {
  const rows = days.map(({ date, realised, modelled }) => ({ date, realised, modelled }));
  return (
    <TimeChart
      title="Friction"
      unit="basis points of equity, per day"
      rows={rows}
      ticks={pickTicks(rows.map((row) => row.date), 6)}
      height={HEIGHT}
      syncId="friction"
      showDates
      format={(value) => formatNumber(value * 1e4, 1)}
      lines={[{ key: 'realised', label: 'Realised', colour: 'var(--accent)' }, { key: 'modelled', label: 'Modelled', colour: 'var(--ink-3)', dash: '5 4' }]}
    />
  );
}
