import type { BookPage } from '@/server/books/get-book-page';
import type { BookVerb } from '@/server/contracts/book-state';
import { DateText, TimeText } from '../ui/date-text';
import { EmptyState } from '../ui/empty-state';
import { bookStateLabel } from '../ui/state-chip';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import { VERB_WORDS } from './verb-words';

type Transition = BookPage['transitions'][number];

/** Every change of state: what, from where to where, by whom, why. */
export function HistoryTable({ transitions }: { transitions: readonly Transition[] }) {
  if (transitions.length === 0) return <EmptyState kind="none" title="The book has not changed its state yet." />;
  return (
    <Table caption="Changes of state, newest first">
      <Thead>
        <Th>At</Th>
        <Th className="max-sm:hidden">Trading day</Th>
        <Th>What</Th>
        <Th>By</Th>
        <Th className="max-sm:hidden">Reason</Th>
      </Thead>
      <tbody>
        {transitions.map((t) => (
          <Tr key={t.id}>
            <Td className="text-xs">
              <TimeText at={t.at} seconds />
            </Td>
            <Td className="max-sm:hidden">
              <DateText date={t.date} />
            </Td>
            <Td className="sm:whitespace-nowrap">
              {VERB_WORDS[t.verb as BookVerb] ?? t.verb}
              <span className="text-xs text-ink-2 max-sm:hidden">
                {' '}
                {bookStateLabel(t.fromState).toLowerCase()} → {bookStateLabel(t.toState).toLowerCase()}
              </span>
              {t.reason && <span className="block text-xs text-ink-2 sm:hidden">{t.reason}</span>}
            </Td>
            <Td className="text-ink-2">{t.actorName}</Td>
            <Td className="min-w-40 text-ink-2 max-sm:hidden">{t.reason ?? '–'}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
