'use client';
import { useState } from 'react';
import type { ActionError, ActionResult } from '../action-result';
import { Button } from '../ui/button';
import { ErrorState } from '../ui/empty-state';
import { Field, TextInput } from '../ui/field';
import { Progress } from '../ui/progress';
import { parseNumbers, shortSum } from './sim2real-words';

const MOST = 6;

export interface Sim2RealAsk {
  from: string;
  to: string;
  levels: number[];
  capitals: number[];
}

interface Sim2RealFormProps {
  currency: string;
  /** The episode's own days; `to` is the last that may be used. */
  days: { from: string; to: string } | null;
  /** Capital of the episode in currency units, for the suggested ones. */
  capital: number;
  active: { state: 'queued' | 'running'; progress: number; text: string | null; cancelRequested: boolean } | null;
  /** Why no report can be started now, or null. */
  why: string | null;
  whyNotCancel: string | null;
  onStart: (ask: Sim2RealAsk) => Promise<ActionResult>;
  onCancel: () => Promise<ActionResult>;
}

/** Asks for the report, or shows how far it is. The runs happen in the engine, sandboxed, and survive a restart. */
export function Sim2RealForm({ currency, days, capital, active, why, whyNotCancel, onStart, onCancel }: Sim2RealFormProps) {
  const [from, setFrom] = useState(days?.from ?? '');
  const [to, setTo] = useState(days?.to ?? '');
  const [levels, setLevels] = useState('0.5, 2');
  const [capitals, setCapitals] = useState([capital / 10, capital * 10, capital * 100].map(shortSum).join(', '));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ActionError | null>(null);
  const levelList = parseNumbers(levels, (x) => x >= 0 && x <= 100);
  const capitalList = parseNumbers(capitals, (x) => x > 0 && x <= 1e12);
  const faults = {
    days: from !== '' && to !== '' && from >= to ? 'The first day comes first.' : null,
    levels: levelList === null || levelList.length > MOST ? `At most ${MOST} multiples from 0 to 100, such as 0.5, 2.` : null,
    capitals: capitalList === null || capitalList.length > MOST ? `At most ${MOST} sums of money above 0, such as 1M, 100M.` : null,
  };
  const fault = faults.days ?? faults.levels ?? faults.capitals;
  const act = async (work: () => Promise<ActionResult>) => {
    setBusy(true);
    const result = await work();
    setBusy(false);
    setError(result.ok ? null : result.error);
  };
  return (
    <div className="space-y-4">
      {active ? (
        <Progress
          fraction={active.state === 'queued' ? null : active.progress}
          text={active.cancelRequested ? 'Stopping' : active.state === 'queued' ? 'Waiting for the engine' : `Replaying: ${active.text ?? 'the first run begins'}`}
          onCancel={() => void act(onCancel)}
          cancelReason={active.cancelRequested ? 'It is stopping already.' : whyNotCancel}
        />
      ) : (
        <form
          className="grid grid-cols-2 items-start gap-3 lg:grid-cols-[9.5rem_9.5rem_10rem_minmax(14rem,1fr)_auto]"
          onSubmit={(event) => {
            event.preventDefault();
            if (!why && !fault && !busy && levelList && capitalList) void act(() => onStart({ from, to, levels: levelList, capitals: capitalList }));
          }}
        >
          <Field label="From" error={faults.days}>
            <TextInput type="date" value={from} max={days?.to} readOnly={why !== null} onChange={(e) => setFrom(e.currentTarget.value)} />
          </Field>
          <Field label="To">
            <TextInput type="date" value={to} max={days?.to} readOnly={why !== null} onChange={(e) => setTo(e.currentTarget.value)} />
          </Field>
          <Field label="Friction levels, ×" hint="Beside 0 and 1 times the costs of the book." error={faults.levels} className="max-lg:col-span-2">
            <TextInput value={levels} readOnly={why !== null} onChange={(e) => setLevels(e.currentTarget.value)} />
          </Field>
          <Field label={`Capitals, ${currency}`} hint="Beside the episode’s own; k, M and B are understood." error={faults.capitals} className="max-lg:col-span-2">
            <TextInput value={capitals} readOnly={why !== null} onChange={(e) => setCapitals(e.currentTarget.value)} />
          </Field>
          <Button type="submit" variant="primary" busy={busy} disabledReason={why ?? fault} className="max-lg:col-span-2 lg:mt-5">
            Replay the days
          </Button>
        </form>
      )}
      {why && !active && <p className="text-xs text-ink-2">{why}</p>}
      {error && <ErrorState error={error} />}
    </div>
  );
}
