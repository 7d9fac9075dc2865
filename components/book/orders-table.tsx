import type { OrderRow } from '@/server/books/step-rows';
import { formatInteger } from '../format';
import { paths } from '../paths';
import { Chip } from '../ui/chip';
import { DateText } from '../ui/date-text';
import { EmptyState } from '../ui/empty-state';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import { orderReasonText } from './order-words';

const looks = { filled: { tone: 'neutral', shape: 'check' }, partial: { tone: 'signal', shape: 'half' }, rejected: { tone: 'signal', shape: 'cross' } } as const;

/** Orders and what became of them. Each row is a target: `#order-…`. */
export function OrdersTable({ orders, caption }: { orders: readonly OrderRow[]; caption: string }) {
  if (orders.length === 0) return <EmptyState kind="none" title="No orders." />;
  return (
    <Table caption={caption}>
      <Thead>
        <Th>Date</Th>
        <Th>Symbol</Th>
        <Th>Side</Th>
        <Th num>Wanted</Th>
        <Th num>Filled</Th>
        <Th>Result</Th>
        <Th className="max-sm:hidden">Why</Th>
      </Thead>
      <tbody>
        {orders.map((order) => (
          <Tr key={order.id} id={paths.anchor({ kind: 'order', id: order.id })}>
            <Td>
              <DateText date={order.date} />
            </Td>
            <Td className="font-mono text-xs">
              {order.symbol}
              {order.reason && <span className="block font-sans text-2xs text-ink-2 sm:hidden">{orderReasonText(order.reason)}</span>}
            </Td>
            <Td className="text-ink-2">{order.side}</Td>
            <Td num>{formatInteger(order.shares)}</Td>
            <Td num>{formatInteger(order.filledShares)}</Td>
            <Td>
              <Chip {...looks[order.status]} title={orderReasonText(order.reason)}>
                <span className="max-sm:sr-only">{order.status}</span>
              </Chip>
            </Td>
            <Td className="text-xs text-ink-2 max-sm:hidden">{orderReasonText(order.reason)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
