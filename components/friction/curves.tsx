'use client';
import dynamic from 'next/dynamic';
import type { CurvePoint } from './curve-chart';

const Chart = dynamic(() => import('./curve-chart').then((m) => m.CurveChart), { ssr: false, loading: () => <div aria-busy="true" className="h-[12.9rem] animate-pulse rounded-md bg-sink" /> });

/** Decay by friction and capacity, side by side. */
export function Curves({ decay, capacity }: { decay: readonly CurvePoint[]; capacity: readonly CurvePoint[] }) {
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Chart points={decay} label="By friction level" />
      <Chart points={capacity} label="By capital" />
    </div>
  );
}
