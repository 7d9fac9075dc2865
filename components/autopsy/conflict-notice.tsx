'use client';
import { useState } from 'react';
import type { ActionError, ActionResult } from '@/components/action-result';
import { Button } from '@/components/ui/button';
import { Ago } from '@/components/ui/date-text';
import { ErrorState } from '@/components/ui/empty-state';

/** The newest stored text of a draft. */
export interface StoredDraft {
  document: unknown;
  revision: number;
  updatedAt: number;
  updatedBy: string;
}

interface ConflictNoticeProps {
  message: string;
  read: () => Promise<ActionResult<StoredDraft>>;
  onTakeTheirs: (draft: StoredDraft) => void;
  onKeepMine: (draft: StoredDraft) => Promise<void>;
}

/** Two people wrote at once. Nothing is lost or overwritten until one text is chosen, with the other one in view. */
export function ConflictNotice({ message, read, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
  const [theirs, setTheirs] = useState<StoredDraft | null>(null);
  const [error, setError] = useState<ActionError | null>(null);
  const show = async () => {
    const result = await read();
    if (result.ok) setTheirs(result.data);
    else setError(result.error);
  };
  return (
    <div role="alert" className="space-y-3 rounded-md border border-signal/40 bg-signal-soft px-3 py-2 text-[0.8125rem]">
      <p>{message}</p>
      {theirs ? (
        <>
          <p className="text-xs text-ink-2">
            {theirs.updatedBy} saved this <Ago at={theirs.updatedAt} />:
          </p>
          <pre className="max-h-56 overflow-auto rounded bg-raise p-2 font-mono text-2xs break-all whitespace-pre-wrap">{JSON.stringify(theirs.document, null, 2)}</pre>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => onTakeTheirs(theirs)}>
              Take this text
            </Button>
            <Button size="sm" variant="danger" onClick={() => onKeepMine(theirs)}>
              Keep mine, over it
            </Button>
          </div>
        </>
      ) : (
        <Button size="sm" onClick={show}>
          Show the other text
        </Button>
      )}
      {error ? <ErrorState error={error} /> : null}
    </div>
  );
}
