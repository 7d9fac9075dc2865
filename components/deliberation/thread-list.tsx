import type { ReactNode } from 'react';
import type { EvidenceLink } from '@/components/incident/link-evidence';
import { EvidenceLinks } from '@/components/incident/evidence-links';
import { paths } from '@/components/paths';
import { Chip } from '@/components/ui/chip';
import { TimeText } from '@/components/ui/date-text';

/** A message as the screen shows it; its text is data and stays plain text. */
export interface ThreadEntry {
  readonly id: string;
  readonly number: number;
  readonly authorKind: 'person' | 'model';
  readonly authorName: string;
  readonly text: string;
  readonly links: readonly EvidenceLink[];
  readonly fromDate: string | null;
  readonly toDate: string | null;
  readonly at: number;
}

/** What was said about an incident, oldest first. */
export function ThreadList({ messages, bookId, actions }: { messages: readonly ThreadEntry[]; bookId: string; actions?: (message: ThreadEntry) => ReactNode }) {
  return (
    <ol aria-label="Messages" className="divide-y divide-line border-y border-line">
      {messages.map((m) => (
        <li key={m.id} id={`message-${m.number}`} className="grid gap-x-6 gap-y-1 py-3 text-[0.8125rem] sm:grid-cols-[12rem_minmax(0,1fr)]">
          <p>
            <span className="font-medium">{m.authorName}</span> {m.authorKind === 'model' ? <Chip>model</Chip> : null}
            <span className="block text-xs text-ink-3">
              {m.number} · <TimeText at={m.at} />
            </span>
          </p>
          <div className="min-w-0 space-y-1.5">
            <p className="max-w-prose break-words whitespace-pre-wrap">{m.text}</p>
            {m.fromDate && m.toDate ? (
              <p className="text-xs text-ink-2">
                Chart from{' '}
                <a href={paths.day(bookId, m.fromDate)} className="num text-accent hover:underline hover:underline-offset-4">
                  {m.fromDate}
                </a>{' '}
                to{' '}
                <a href={paths.day(bookId, m.toDate)} className="num text-accent hover:underline hover:underline-offset-4">
                  {m.toDate}
                </a>
              </p>
            ) : null}
            <EvidenceLinks links={m.links} />
            {actions?.(m)}
          </div>
        </li>
      ))}
    </ol>
  );
}
