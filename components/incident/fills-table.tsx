import { formatInteger, formatMoney, formatNumber } from '@/components/format';
import { Definition } from '@/components/ui/definition';
import { Percent } from '@/components/ui/number';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { FillRow } from './types';

/** Fills that cost the most stand first; a row is the target of the evidence that names it. */
export function FillsTable({ fills, currency }: { fills: readonly FillRow[]; currency: string }) {
  const fees = (f: FillRow) => f.commissionFen + f.dutyFen + f.transferFen + f.otherFen;
  const cost = (f: FillRow) => fees(f) + f.spreadFen + f.impactFen;
  const money = (fen: number) => formatMoney(fen, currency);
  return (
    <Table caption="Fills, dearest first">
      <Thead>
        <Th>Day</Th>
        <Th>Symbol</Th>
        <Th>Side</Th>
        <Th num>Shares</Th>
        <Th num>Price</Th>
        <Th num>Amount</Th>
        <Th num>Fees</Th>
        <Th num><Definition term="slippage">Spread, impact</Definition></Th>
        <Th num>Cost, bp of amount</Th>
        <Th num><Definition term="participation">Participation</Definition></Th>
      </Thead>
      <tbody>
        {[...fills].sort((a, b) => cost(b) - cost(a)).map((fill) => (
          <Tr key={fill.id} id={`fill-${fill.id}`}>
            <Td className="whitespace-nowrap">{fill.date}</Td>
            <Td className="whitespace-nowrap">{fill.symbol}</Td>
            <Td>{fill.side}</Td>
            <Td num>{formatInteger(fill.shares)}</Td>
            <Td num>{money(fill.priceFen)}</Td>
            <Td num>{money(fill.amountFen)}</Td>
            <Td num>{money(fees(fill))}</Td>
            <Td num>{money(fill.spreadFen + fill.impactFen)}</Td>
            <Td num>{fill.amountFen === 0 ? '' : formatNumber((cost(fill) / fill.amountFen) * 10_000, 1)}</Td>
            <Td num><Percent value={fill.participation} digits={1} /></Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
