import { Percent } from '@/components/ui/number';
import { EmptyState } from '@/components/ui/empty-state';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { CriticPrecision as Precision } from '@/server/autopsy/critic/claim-store';

/** How much of what a critic drafted a person has signed. */
export function CriticPrecision({ rows }: { rows: readonly Precision[] }) {
  if (rows.length === 0) return <EmptyState kind="none" title="No critic has drafted an autopsy yet." />;
  return (
    <Table caption="Precision of the critics: claims drafted against claims signed" fit stick>
      <Thead>
        <Th>Critic</Th>
        <Th num>Claims in signed autopsies</Th>
        <Th num>Still said when signed</Th>
        <Th num>Precision</Th>
        <Th num>Dropped, no stored row</Th>
        <Th num>In drafts</Th>
      </Thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={`${row.source} ${row.model}`}>
            <Td>{row.source === 'rules' ? 'Rules' : row.model}</Td>
            <Td num>{row.settled}</Td>
            <Td num>{row.survived}</Td>
            <Td num>{row.precision === null ? '–' : <Percent value={row.precision} digits={0} />}</Td>
            <Td num>{row.dropped}</Td>
            <Td num>{row.pending}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
