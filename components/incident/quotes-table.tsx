import { Num } from '@/components/ui/number';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';

interface QuoteView {
  readonly id: string;
  readonly symbol: string;
  readonly date: string;
  readonly time: string;
  readonly bidE4: number | null;
  readonly askE4: number | null;
  readonly bidShares: number;
  readonly askShares: number;
}

/** Order-book snapshots that are cited, each the target of its citation. */
export function QuotesTable({ quotes }: { quotes: readonly QuoteView[] }) {
  return (
    <Table caption="Order-book snapshots">
      <Thead>
        <Th>Time</Th>
        <Th>Symbol</Th>
        <Th num>Bid size, shares</Th>
        <Th num>Bid</Th>
        <Th num>Ask</Th>
        <Th num>Ask size, shares</Th>
      </Thead>
      <tbody>
        {quotes.map((q) => (
          <Tr key={q.id} id={`orderbook-${q.id}`}>
            <Td className="num whitespace-nowrap">
              {q.date} {q.time}
            </Td>
            <Td>{q.symbol}</Td>
            <Td num>{q.bidShares.toLocaleString('en')}</Td>
            <Td num>{q.bidE4 === null ? '–' : <Num value={q.bidE4 / 1e4} digits={4} />}</Td>
            <Td num>{q.askE4 === null ? '–' : <Num value={q.askE4 / 1e4} digits={4} />}</Td>
            <Td num>{q.askShares.toLocaleString('en')}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
