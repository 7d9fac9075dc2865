'use client';
import { Ago } from '@/components/ui/date-text';
import type { SaveState } from './autosaver';

/** Whether the text on screen is stored. */
export function SaveStatus({ state }: { state: SaveState }) {
  return (
    <span role="status" className="text-xs text-ink-2">
      {state.kind === 'saved' && state.at !== null ? (
        <>
          Saved <Ago at={state.at} />
        </>
      ) : null}
      {state.kind === 'saved' && state.at === null ? 'Saved' : null}
      {state.kind === 'dirty' ? 'Not saved yet' : null}
      {state.kind === 'saving' ? 'Saving' : null}
      {state.kind === 'conflict' ? <span className="text-signal">Not saved: someone else did</span> : null}
      {state.kind === 'failed' ? <span className="text-signal">Not saved: {state.message}</span> : null}
    </span>
  );
}
