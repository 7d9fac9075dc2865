'use client';
import { useState } from 'react';
import type { ActionError, ActionResult } from '@/components/action-result';
import { Button } from '@/components/ui/button';
import { Ago } from '@/components/ui/date-text';
import { ErrorState } from '@/components/ui/empty-state';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import { jsonDifferences } from './json-differences';

/** The newest stored text of a draft. */
export interface StoredDraft {
  document: unknown;
  revision: number;
  updatedAt: number;
  updatedBy: string;
}

interface ConflictNoticeProps {
  /** The text here. */
  mine: unknown;
  message: string;
  read: () => Promise<ActionResult<StoredDraft>>;
  onTakeTheirs: (draft: StoredDraft) => void;
  onKeepMine: (draft: StoredDraft) => Promise<void>;
}

/** Two people wrote at once. Nothing is lost or overwritten until one text is chosen, with the other one in view. */
export function ConflictNotice({ mine, message, read, onTakeTheirs, onKeepMine }: ConflictNoticeProps) {
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
            Where the two differ; {theirs.updatedBy} saved theirs <Ago at={theirs.updatedAt} />.
          </p>
          <Table caption="Differences between your text and the stored one" className="max-h-72 rounded bg-raise">
            <Thead>
              <Th>Field</Th>
              <Th>Yours</Th>
              <Th>{`Stored by ${theirs.updatedBy}`}</Th>
            </Thead>
            <tbody>
              {jsonDifferences(mine, theirs.document).map((d) => (
                <Tr key={d.path}>
                  <Td className="font-mono text-xs">{d.path}</Td>
                  <Td className="max-w-80 break-words">{d.mine ?? 'nothing'}</Td>
                  <Td className="max-w-80 break-words">{d.theirs ?? 'nothing'}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" onClick={() => onTakeTheirs(theirs)}>
              Take theirs
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
