import type { DrawdownRow } from '@/server/books/read-performance';
import { formatInteger, formatPercent } from '../format';
import { DateText } from '../ui/date-text';
import { EmptyState } from '../ui/empty-state';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

/** The deepest falls with their dates; one that has not ended says so. */
export function DrawdownTable({ drawdowns }: { drawdowns: readonly DrawdownRow[] }) {
  if (drawdowns.length === 0) return <EmptyState kind="none" title="The curve never fell below its peak." />;
  return (
    <Table caption="The deepest drawdowns of this episode" fit>
      <Thead>
        <Th num className="pr-8">
          Depth
        </Th>
        <Th>Peak</Th>
        <Th>Trough</Th>
        <Th>Recovered</Th>
        <Th num>Days</Th>
      </Thead>
      <tbody>
        {drawdowns.map((d) => (
          <Tr key={d.peak}>
            <Td num className="pr-8">
              {formatPercent(d.depth)}
            </Td>
            <Td>
              <DateText date={d.peak} />
            </Td>
            <Td>
              <DateText date={d.trough} />
            </Td>
            <Td>{d.recovery ? <DateText date={d.recovery} /> : <span className="text-ink-2">not yet</span>}</Td>
            <Td num>{formatInteger(d.days)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
