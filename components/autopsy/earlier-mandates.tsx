import Link from 'next/link';
import { paths } from '@/components/paths';
import { TimeText } from '@/components/ui/date-text';
import { Hash } from '@/components/ui/hash';

export interface EarlierMandate {
  readonly autopsyId: string;
  readonly incidentId: string;
  readonly date: string;
  readonly version: number;
  readonly mandate: string;
  readonly signedAt: number | null;
  readonly signedBy: string | null;
  readonly contentHash: string | null;
}

/** What this book was told before: the same instruction twice is a finding in itself. */
export function EarlierMandates({ mandates }: { mandates: readonly EarlierMandate[] }) {
  if (mandates.length === 0) return <p className="text-xs text-ink-2">No autopsy of this book was signed before.</p>;
  return (
    <ol className="divide-y divide-line border-y border-line">
      {mandates.map((m) => (
        <li key={m.autopsyId} className="grid gap-x-6 gap-y-1 py-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
          <p className="max-w-prose">{m.mandate}</p>
          <p className="flex flex-wrap items-baseline gap-x-3 text-xs text-ink-2">
            <Link href={paths.autopsy(m.incidentId, { version: m.version })} className="text-accent hover:underline hover:underline-offset-4">
              {m.date}, version {m.version}
            </Link>
            <span>
              {m.signedBy} <TimeText at={m.signedAt} />
            </span>
            <Hash value={m.contentHash} kind="content hash" />
          </p>
        </li>
      ))}
    </ol>
  );
}
