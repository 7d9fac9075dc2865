'use client';
import { Ago } from '@/components/ui/date-text';
import type { SaveState } from './autosaver';

/** Whether the text on screen is stored, and that a stored text with problems is a draft only. */
export function SaveStatus({ state, problems }: { state: SaveState; problems: number }) {
  const saved = problems === 0 ? 'Saved' : `Saved as a draft with ${problems} ${problems === 1 ? 'problem' : 'problems'}`;
  return (
    <span role="status" className="text-xs text-ink-2">
      {state.kind === 'saved' && state.at !== null ? (
        <>
          {saved} <Ago at={state.at} />
        </>
      ) : null}
      {state.kind === 'saved' && state.at === null ? saved : null}
      {state.kind === 'dirty' ? 'Not saved yet' : null}
      {state.kind === 'saving' ? 'Saving' : null}
      {state.kind === 'conflict' ? <span className="text-signal">Not saved: someone else did</span> : null}
      {state.kind === 'failed' ? <span className="text-signal">Not saved: {state.message}</span> : null}
    </span>
  );
}
