'use client';
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { niceTicks } from '../charts/prepare';
import { formatPercent } from '../format';

export interface CurvePoint {
  /** As the axis writes it. */
  x: string;
  annualReturn: number | null;
  alpha: number | null;
}

const tick = { fontSize: 11, fill: 'var(--ink-3)' };

/** Return and alpha of a handful of runs; the axis is a list of runs, not a scale. */
export function CurveChart({ points, label }: { points: readonly CurvePoint[]; label: string }) {
  const show = (value: number) => formatPercent(value, 0);
  const ticks = niceTicks([0, ...points.flatMap((p) => [p.annualReturn, p.alpha])], 4);
  return (
    <figure aria-label={label}>
      <figcaption className="flex flex-wrap items-baseline gap-x-4 text-xs">
        <span className="font-medium">{label}</span>
        <Key colour="var(--accent)">annual return</Key>
        <Key colour="var(--ink-3)" dashed>
          alpha a year
        </Key>
      </figcaption>
      <ResponsiveContainer width="100%" height={190}>
        <LineChart data={points as CurvePoint[]} margin={{ top: 10, right: 24, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis dataKey="x" tick={tick} tickLine={false} axisLine={{ stroke: 'var(--line-strong)' }} interval={0} padding={{ left: 16, right: 16 }} />
          <YAxis tick={tick} tickLine={false} axisLine={false} width={52} tickFormatter={show} ticks={ticks} interval={0} domain={[ticks[0] as number, ticks.at(-1) as number]} />
          <Tooltip isAnimationActive={false} formatter={(value) => (typeof value === 'number' ? formatPercent(value) : String(value))} contentStyle={{ background: 'var(--raise)', border: '1px solid var(--line-strong)', borderRadius: 6, fontSize: 12, color: 'var(--ink)' }} itemStyle={{ color: 'var(--ink)' }} />
          <ReferenceLine y={0} stroke="var(--line-strong)" />
          <Line dataKey="annualReturn" name="annual return" stroke="var(--accent)" strokeWidth={2} dot={{ r: 3, fill: 'var(--accent)', strokeWidth: 0 }} isAnimationActive={false} />
          <Line dataKey="alpha" name="alpha a year" stroke="var(--ink-3)" strokeWidth={1.5} strokeDasharray="5 4" dot={{ r: 2.5, fill: 'var(--ink-3)', strokeWidth: 0 }} isAnimationActive={false} />
        </LineChart>
      </ResponsiveContainer>
    </figure>
  );
}

const Key = ({ colour, dashed = false, children }: { colour: string; dashed?: boolean; children: string }) => (
  <span className="inline-flex items-center gap-1.5 text-ink-2">
    <svg viewBox="0 0 14 6" aria-hidden="true" className="w-3.5">
      <path d="M0 3h14" stroke={colour} strokeWidth="2" strokeDasharray={dashed ? '5 4' : undefined} />
    </svg>
    {children}
  </span>
);
