import Link from 'next/link';
import { paths } from '../paths';
import { Ago } from '../ui/date-text';
import { withMath } from '../ui/math-text';
import { SeverityMark } from '../ui/state-chip';
import type { WaitingItem } from '@/server/monitor/list-waiting';

/** Where a person goes to move it on, and the verb for it. */
export function nextStepOf(item: WaitingItem): { verb: string; href: string } {
  const incident = item.incidentId ? paths.incident(item.incidentId) : item.bookId ? paths.book(item.bookId, { tab: 'alerts' }) : paths.overview();
  switch (item.kind) {
    case 'alert':
      return { verb: 'Look', href: incident };
    case 'run':
      return { verb: 'See the book', href: item.bookId ? paths.book(item.bookId) : incident };
    case 'account':
      return { verb: 'See the account', href: `${paths.settings({ tab: 'agents' })}#account-${item.id}` };
    case 'incident':
      return { verb: 'See what happened', href: incident };
    case 'autopsy':
      return { verb: 'Continue the autopsy', href: item.incidentId ? paths.autopsy(item.incidentId) : incident };
    case 'proposal':
      return { verb: 'See the run', href: item.proposalId ? paths.run(item.proposalId) : incident };
    case 'review':
    case 'approval':
      return { verb: item.kind === 'review' ? 'Review' : 'Watch the hold', href: item.proposalId ? paths.proposal(item.proposalId) : incident };
  }
}

/** What waits for a person, oldest first: the answer to "does anything want me?". */
export function WaitingList({ items }: { items: readonly WaitingItem[] }) {
  if (items.length === 0) return <p className="border-y border-line py-4 text-ink-2">Nothing waits for a person.</p>;
  return (
    <ol className="border-y border-line">
      {items.map((item) => {
        const next = nextStepOf(item);
        return (
          <li key={`${item.kind}-${item.id}`} className="group relative grid grid-cols-[1rem_minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-2.5 last:border-0 hover:bg-sink sm:px-2">
            <span>{item.severity && <SeverityMark severity={item.severity} />}</span>
            <span className="min-w-0">
              <span className="text-ink">{withMath(item.text)}</span>
              {item.bookName ? <span className="block text-xs text-ink-2 sm:inline sm:before:content-['_·_']">{item.bookName}</span> : null}
            </span>
            <span className="flex flex-col items-end gap-x-4 text-xs sm:flex-row sm:items-baseline">
              <span className="num text-ink-3">
                <Ago at={item.since} />
              </span>
              {/* The whole row is the target; the text of the link says what happens. */}
              <Link href={next.href} className="font-medium text-accent after:absolute after:inset-0">
                {next.verb}
              </Link>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
