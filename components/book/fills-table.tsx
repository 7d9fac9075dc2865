import type { FillRow } from '@/server/books/step-rows';
import { formatInteger, formatNumber } from '../format';
import { paths } from '../paths';
import { DateText } from '../ui/date-text';
import { Definition } from '../ui/definition';
import { EmptyState } from '../ui/empty-state';
import { Percent } from '../ui/number';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import { costOf, feesOf } from './fill-cost';

const units = (fen: number) => formatNumber(fen / 100);

/** Fills with every cost they carried, in the order given. Each row is a target: `#fill-…`. */
export function FillsTable({ fills, caption, currency }: { fills: readonly FillRow[]; caption: string; currency: string }) {
  if (fills.length === 0) return <EmptyState kind="none" title="No fills." />;
  return (
    <Table caption={caption}>
      <Thead>
        <Th>Date</Th>
        <Th>Symbol</Th>
        <Th>Side</Th>
        <Th num>Shares</Th>
        <Th num>
          Price<span className="max-sm:hidden">, {currency}</span>
        </Th>
        <Th num className="max-md:hidden">
          <Definition text="Price of the day before spread and impact.">Reference</Definition>
        </Th>
        <Th num className="max-sm:hidden">
          Amount, {currency}
        </Th>
        <Th num className="max-sm:hidden">
          <Definition text="Commission, duty, transfer and exchange fees, each half-up to the fen.">Fees</Definition>
        </Th>
        <Th num className="max-sm:hidden">
          <Definition term="slippage">Spread + impact</Definition>
        </Th>
        <Th num>
          <Definition text="Fees, spread and impact over the amount, in basis points.">Cost, bp</Definition>
        </Th>
        <Th num className="max-md:hidden">
          <Definition term="participation">Part of volume</Definition>
        </Th>
      </Thead>
      <tbody>
        {fills.map((fill) => (
          <Tr key={fill.id} id={paths.anchor({ kind: 'fill', id: fill.id })}>
            <Td>
              <DateText date={fill.date} />
            </Td>
            <Td className="font-mono text-xs">{fill.symbol}</Td>
            <Td className="text-ink-2">{fill.side}</Td>
            <Td num>{formatInteger(fill.shares)}</Td>
            <Td num>{units(fill.priceFen)}</Td>
            <Td num className="text-ink-2 max-md:hidden">
              {units(fill.referenceFen)}
            </Td>
            <Td num className="max-sm:hidden">
              {units(fill.amountFen)}
            </Td>
            <Td num className="max-sm:hidden">
              {units(feesOf(fill))}
            </Td>
            <Td num className="max-sm:hidden">
              {units(fill.spreadFen + fill.impactFen)}
            </Td>
            <Td num>{formatNumber(fill.amountFen === 0 ? null : (costOf(fill) / fill.amountFen) * 1e4, 1)}</Td>
            <Td num className="max-md:hidden">
              <Percent value={fill.participation} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
