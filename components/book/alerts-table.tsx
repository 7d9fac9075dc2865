import Link from 'next/link';
import type { BookPage } from '@/server/books/get-book-page';
import { formatInteger } from '../format';
import { paths } from '../paths';
import { DateText } from '../ui/date-text';
import { EmptyState } from '../ui/empty-state';
import { withMath } from '../ui/math-text';
import { HandlingChip, SeverityMark } from '../ui/state-chip';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

type AlertRow = BookPage['alerts'][number];

/** Rules that fired on this book, newest first; each leads to its incident or to the rows of its day. */
export function AlertsTable({ alerts }: { alerts: readonly AlertRow[] }) {
  if (alerts.length === 0) return <EmptyState kind="none" title="No rule has fired on this book." />;
  return (
    <Table caption="Alerts, newest first">
      <Thead>
        <Th>
          <span className="sr-only">Severity</span>
        </Th>
        <Th>Date</Th>
        <Th>What happened</Th>
        <Th className="max-sm:hidden">Still so</Th>
        <Th num className="max-sm:hidden">
          Repeats
        </Th>
        <Th>Handling</Th>
      </Thead>
      <tbody>
        {alerts.map((alert) => (
          <Tr key={alert.id} id={paths.anchor({ kind: 'alert', id: alert.id })}>
            <Td>
              <SeverityMark severity={alert.severity} />
            </Td>
            <Td>
              <DateText date={alert.date} />
            </Td>
            <Td>
              <Link href={alert.incidentId ? paths.incident(alert.incidentId) : paths.day(alert.bookId, alert.date, { episode: alert.episodeId })} className="hover:underline hover:underline-offset-4">
                {withMath(alert.message)}
              </Link>
            </Td>
            <Td className="text-ink-2 max-sm:hidden">{alert.firing ? 'yes' : 'no'}</Td>
            <Td num className="max-sm:hidden">
              {formatInteger(alert.repeats)}
            </Td>
            <Td>
              <HandlingChip state={alert.handling} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
