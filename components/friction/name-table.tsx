import type { NameFriction } from '@/server/simulation/friction-report';
import { formatMoneyShort, formatInteger, formatNumber } from '../format';
import { Definition } from '../ui/definition';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

/** Names by what they cost per traded money, dearest first. */
export function NameTable({ names, currency, caption }: { names: readonly NameFriction[]; currency: string; caption: string }) {
  return (
    <Table caption={caption}>
      <Thead>
        <Th>Name</Th>
        <Th num>Fills</Th>
        <Th num>Traded, {currency}</Th>
        <Th num className="max-md:hidden">
          Fees
        </Th>
        <Th num className="max-md:hidden">
          Spread
        </Th>
        <Th num className="max-md:hidden">
          Impact
        </Th>
        <Th num>
          <Definition text="Fees, spread and impact of its fills over the money traded in it.">Realised, bp</Definition>
        </Th>
        <Th num>
          <Definition text="Its part of eq. 1 over the money traded in it: the sum is shared out by traded money, the root as its norm is made, so that names add up to days.">Modelled, bp</Definition>
        </Th>
      </Thead>
      <tbody>
        {names.map((name) => (
          <Tr key={name.symbol}>
            <Td className="font-mono text-xs">{name.symbol}</Td>
            <Td num>{formatInteger(name.fills)}</Td>
            <Td num>{formatMoneyShort(name.tradedFen, currency)}</Td>
            <Td num className="max-md:hidden">
              {formatMoneyShort(name.feesFen, currency)}
            </Td>
            <Td num className="max-md:hidden">
              {formatMoneyShort(name.spreadFen, currency)}
            </Td>
            <Td num className="max-md:hidden">
              {formatMoneyShort(name.impactFen, currency)}
            </Td>
            <Td num>{formatNumber(name.realisedBp, 1)}</Td>
            <Td num>{formatNumber(name.modelledBp, 1)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
