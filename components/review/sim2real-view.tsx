'use client';
import dynamic from 'next/dynamic';
import { useMemo } from 'react';
import { Hash } from '@/components/ui/hash';
import { MathText, withMath } from '@/components/ui/math-text';
import type { Sim2Real } from '@/server/contracts/verdict';
import { compareSides, mergeEquity } from './compare-sides';
import { SidesTable } from './sides-table';

// recharts is 118 kB and draws nothing on the server: a box of the final height holds its place.
const Chart = dynamic(() => import('./before-after-chart').then((m) => m.BeforeAfterChart), { ssr: false, loading: () => <div className="h-[220px]" /> });

/** The same days with and without the proposal: wealth, L_t against τ, and every figure of the gate with its change. */
export function Sim2RealView({ sim2real, tau, currency }: { sim2real: Sim2Real; tau: number | null; currency: string }) {
  const { before, after } = sim2real;
  const wealth = useMemo(() => mergeEquity(before.equity, after.equity), [before, after]);
  const loss = useMemo(() => wealth.map((p) => ({ date: p.date, before: p.before === null ? null : 1 - p.before, after: p.after === null ? null : 1 - p.after })), [wealth]);
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="mb-1 flex items-center gap-4 text-2xs text-ink-2">
          <span>
            <MathText>W_t / W_0</MathText>
          </span>
          <Key dashed>before</Key>
          <Key>after</Key>
        </p>
        <Chart points={wealth} kind="wealth" tau={tau} />
        <p className="mt-3 mb-1 text-2xs text-ink-2">
          <MathText>L_t = 1 − W_t / W_0</MathText>
        </p>
        <Chart points={loss} kind="loss" tau={tau} />
        <p className="mt-2 text-2xs text-ink-3">
          {sim2real.market}, {sim2real.from} to {sim2real.to}, {after.days} days. Panel <Hash value={sim2real.panelHash} kind="panel hash" />
        </p>
      </div>
      <div className="min-w-0">
        <SidesTable rows={compareSides(before, after)} currency={currency} />
        {before.terminated || after.terminated ? (
          <p className="mt-3 text-xs text-ink-2">
            {withMath(before.terminated && after.terminated ? 'Both runs reach the absorbing state; Σ R_t of both includes P_terminal.' : before.terminated ? 'Without the proposal this window ends in the absorbing state; with it, it does not. Σ R_t before includes P_terminal.' : 'With the proposal this window ends in the absorbing state; Σ R_t after includes P_terminal.')}
          </p>
        ) : null}
      </div>
    </div>
  );
}

const Key = ({ dashed = false, children }: { dashed?: boolean; children: string }) => (
  <span className="flex items-center gap-1.5">
    <svg width="20" height="2" aria-hidden="true">
      <line x1="0" x2="20" y1="1" y2="1" stroke={dashed ? 'var(--ink-3)' : 'var(--accent)'} strokeWidth="2" strokeDasharray={dashed ? '5 4' : undefined} />
    </svg>
    {children}
  </span>
);
