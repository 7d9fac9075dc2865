import { formatInteger } from '@/components/format';
import { Glyph } from '@/components/ui/chip';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { OrderRow } from './types';

/** Orders with what became of them; rejected and partial ones first, because they explain more. */
export function OrdersTable({ orders }: { orders: readonly OrderRow[] }) {
  const rank = { rejected: 0, partial: 1, filled: 2 };
  return (
    <Table caption="Orders, rejected and partial first">
      <Thead>
        <Th>Day</Th>
        <Th>Symbol</Th>
        <Th>Side</Th>
        <Th num>Ordered</Th>
        <Th num>Filled</Th>
        <Th>Became</Th>
        <Th>Reason</Th>
      </Thead>
      <tbody>
        {[...orders].sort((a, b) => rank[a.status] - rank[b.status]).map((order) => (
          <Tr key={order.id} id={`order-${order.id}`}>
            <Td className="whitespace-nowrap">{order.date}</Td>
            <Td className="whitespace-nowrap">{order.symbol}</Td>
            <Td>{order.side}</Td>
            <Td num>{formatInteger(order.shares)}</Td>
            <Td num>{formatInteger(order.filledShares)}</Td>
            <Td className="whitespace-nowrap">
              {order.status === 'filled' ? null : <Glyph shape={order.status === 'rejected' ? 'cross' : 'half'} className="mr-1.5 inline text-signal" />}
              {order.status}
            </Td>
            <Td className="font-mono text-xs text-ink-2">{order.reason}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
