import type { ReactNode } from 'react';
import type { ActionError } from '../action-result';

/** Why nothing stands here. The four cases need different next steps, so they are never mixed up. */
export type EmptyKind = 'none' | 'filtered' | 'failed' | 'unconfigured';
const kinds: Record<EmptyKind, string> = { none: 'Nothing yet', filtered: 'Nothing matches', failed: 'Could not be read', unconfigured: 'Not set up' };

export function EmptyState({ kind, title, action, children }: { kind: EmptyKind; title: string; action?: ReactNode; children?: ReactNode }) {
  return (
    <div role={kind === 'failed' ? 'alert' : undefined} className="border-y border-dashed border-line py-8 text-center">
      <p className="text-2xs tracking-wide text-ink-3 uppercase">{kinds[kind]}</p>
      <p className="mt-1 text-ink">{title}</p>
      {children && <div className="mx-auto mt-1 max-w-prose text-xs text-ink-2">{children}</div>}
      {action && <div className="mt-3 flex justify-center">{action}</div>}
    </div>
  );
}

/** A failure with its sentence and its code; `plain` leaves the code out where it would tell the reader nothing. */
export function ErrorState({ error, action, plain = false }: { error: ActionError; action?: ReactNode; plain?: boolean }) {
  return (
    <div role="alert" className="rounded-md border border-signal/40 bg-signal-soft px-3 py-2 text-[0.8125rem]">
      <p>{error.message}</p>
      {plain && !action ? null : (
        <p className="mt-0.5 flex flex-wrap items-center gap-3 text-2xs text-ink-2">
          {plain ? null : <code className="font-mono">{error.code}</code>}
          {action}
        </p>
      )}
    </div>
  );
}
