'use client';
import { useState } from 'react';
import type { ActionError, ActionResult } from '../action-result';
import { formatNumber } from '../format';
import { Button } from '../ui/button';
import { ErrorState } from '../ui/empty-state';
import { Field, NumberInput, TextInput } from '../ui/field';
import { Progress } from '../ui/progress';

export interface ActiveRun {
  kind: 'run' | 'live';
  state: 'queued' | 'running';
  progress: number;
  progressText: string | null;
  cancelRequested: boolean;
}

interface RunControlsProps {
  /** Why the book cannot be stepped now, or null. */
  why: string | null;
  active: ActiveRun | null;
  /** Why the last run ended without trading its days, when the book should be trading. */
  failed: string | null;
  paceSeconds: number | null;
  /** Day after the book's last one, else where the episode starts: the nearest that can be run to. */
  firstDate: string;
  /** Last session of the market: the furthest day that can be run to. */
  marketEnd: string;
  onStep: () => Promise<ActionResult>;
  onRun: (toDate: string | null) => Promise<ActionResult>;
  onPace: (seconds: number) => Promise<ActionResult>;
  onStop: () => Promise<ActionResult>;
}

/** Lets time pass: one day, up to a date, or a day every few seconds. All of it runs in the engine and survives a restart. */
export function RunControls({ why, active, failed, paceSeconds, firstDate, marketEnd, onStep, onRun, onPace, onStop }: RunControlsProps) {
  const [error, setError] = useState<ActionError | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const [toDate, setToDate] = useState('');
  const [pace, setPace] = useState(paceSeconds === null ? '5' : String(paceSeconds));
  const act = (name: string, work: () => Promise<ActionResult>) => async () => {
    setBusy(name);
    const result = await work();
    setBusy(null);
    setError(result.ok ? null : result.error);
  };
  const seconds = Number(pace);
  const badPace = !(seconds >= 0.2 && seconds <= 86_400) ? 'Between 0.2 and 86,400 seconds.' : null;
  const live = active?.kind === 'live';

  return (
    <div className="space-y-4">
      {failed !== null && !active ? (
        <div role="alert" className="rounded-md border border-signal/40 bg-signal-soft px-3 py-2 text-[0.8125rem]">
          <p className="font-semibold">The last run failed; the book is running but trades no day until it is started again.</p>
          <p className="mt-1 wrap-anywhere">{failed}</p>
        </div>
      ) : null}
      {active ? (
        <Progress
          fraction={active.state === 'queued' ? null : live ? null : active.progress}
          text={active.cancelRequested ? 'Stopping after the day at hand' : active.state === 'queued' ? 'Waiting for the engine' : `${live ? `Live, a day every ${formatNumber(paceSeconds, paceSeconds !== null && paceSeconds % 1 ? 1 : 0)} s` : 'Running'}${active.progressText ? `: ${active.progressText}` : ''}`}
          onCancel={act('stop', onStop)}
          cancelReason={active.cancelRequested ? 'It is stopping already.' : null}
        />
      ) : (
        <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
          <Button disabledReason={why} busy={busy === 'step'} onClick={act('step', onStep)}>
            Step one day
          </Button>
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (!why) void act('run', () => onRun(toDate || null))();
            }}
          >
            <Field label="Run to date" className="w-36">
              <TextInput type="date" value={toDate} min={firstDate} max={marketEnd} onChange={(event) => setToDate(event.target.value)} />
            </Field>
            <Button type="submit" disabledReason={why} busy={busy === 'run'}>
              {toDate ? 'Run' : 'Run to the end'}
            </Button>
          </form>
          <form
            className="flex items-end gap-2"
            onSubmit={(event) => {
              event.preventDefault();
              if (!why && !badPace) void act('pace', () => onPace(seconds))();
            }}
          >
            <Field label="Live pace" className="w-32">
              <NumberInput value={pace} unit="s a day" onChange={(event) => setPace(event.target.value)} />
            </Field>
            <Button type="submit" disabledReason={why ?? badPace} busy={busy === 'pace'}>
              Go live
            </Button>
          </form>
        </div>
      )}
      {why && !active && <p className="text-xs text-ink-2">{why}</p>}
      {error && <ErrorState error={error} />}
    </div>
  );
}
