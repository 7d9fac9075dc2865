'use client';
import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { niceTicks } from '@/components/charts/prepare';
import { formatNumber, formatPercent } from '@/components/format';

export interface BeforeAfterPoint {
  date: string;
  before: number | null;
  after: number | null;
}

interface BeforeAfterChartProps {
  points: readonly BeforeAfterPoint[];
  /** `wealth`: W_t / W_0. `loss`: L_t, against τ when it is known. */
  kind: 'wealth' | 'loss';
  tau: number | null;
}

const tick = { fontSize: 11, fill: 'var(--ink-3)' };

/** Two runs over the same days. Dashes tell before from after; colour only repeats it. */
export function BeforeAfterChart({ points, kind, tau }: BeforeAfterChartProps) {
  const show = (value: number) => (kind === 'wealth' ? formatNumber(value, 2) : formatPercent(value, 0));
  const limit = kind === 'wealth' ? 1 : 0;
  const ticks = niceTicks([limit, ...(kind === 'loss' && tau !== null ? [tau] : []), ...points.flatMap((p) => [p.before, p.after])], kind === 'wealth' ? 4 : 3);
  return (
    <ResponsiveContainer width="100%" height={kind === 'wealth' ? 220 : 150}>
      <LineChart data={points as BeforeAfterPoint[]} syncId="sim2real" margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis dataKey="date" tick={tick} tickLine={false} axisLine={{ stroke: 'var(--line-strong)' }} minTickGap={64} />
        <YAxis tick={tick} tickLine={false} axisLine={false} width={52} tickFormatter={show} ticks={ticks} interval={0} domain={[ticks[0] as number, ticks.at(-1) as number]} />
        <Tooltip isAnimationActive={false} formatter={(value) => (typeof value !== 'number' ? String(value) : kind === 'wealth' ? formatNumber(value, 4) : formatPercent(value, 2))} contentStyle={{ background: 'var(--raise)', border: '1px solid var(--line-strong)', borderRadius: 6, fontSize: 12, color: 'var(--ink)' }} itemStyle={{ color: 'var(--ink)' }} />
        <ReferenceLine y={limit} stroke="var(--line-strong)" />
        {kind === 'loss' && tau !== null ? <ReferenceLine y={tau} stroke="var(--signal)" strokeDasharray="2 3" label={{ value: `τ ${formatPercent(tau, 0)}`, position: 'insideBottomLeft', fill: 'var(--signal)', fontSize: 11 }} /> : null}
        <Line dataKey="before" name="before" stroke="var(--ink-3)" strokeDasharray="5 4" strokeWidth={1.5} dot={false} isAnimationActive={false} connectNulls={false} />
        <Line dataKey="after" name="after" stroke="var(--accent)" strokeWidth={2} dot={false} isAnimationActive={false} connectNulls={false} />
      </LineChart>
    </ResponsiveContainer>
  );
}
