import type { BrokerDayFriction, BrokerNameFriction } from '@/server/simulation/broker-friction';
import { formatInteger, formatNumber } from '../format';
import { Definition } from '../ui/definition';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

const bp = (ratio: number | null, signed = false): string => formatNumber(ratio === null ? null : ratio * 1e4, 1, signed);
const OWN = 'Eq. 1 as the book is configured now.';
const FITTED = 'Eq. 1 with the λ and γ of these fills.';

/** Friction of a broker's days in basis points of the equity, newest first. Money is in the currency of the fills. */
export function BrokerDayTable({ days }: { days: readonly BrokerDayFriction[] }) {
  return (
    <Table caption="Friction of each day of your fills, newest first" fit stick>
      <Thead>
        <Th>Date, UTC</Th>
        <Th num className="max-md:hidden">
          Equity
        </Th>
        <Th num className="max-md:hidden">
          Traded
        </Th>
        <Th num>
          <Definition text="What the fills cost against their reference prices, commission included.">Realised, bp</Definition>
        </Th>
        <Th num>
          <Definition text={OWN}>Modelled, bp</Definition>
        </Th>
        <Th num className="max-md:hidden">
          Difference, bp
        </Th>
        <Th num>
          <Definition text={FITTED}>As fitted, bp</Definition>
        </Th>
      </Thead>
      <tbody>
        {days.map((day) => (
          <Tr key={day.date}>
            <Td className="whitespace-nowrap">{day.date}</Td>
            <Td num className="max-md:hidden">
              {formatNumber(day.equity)}
            </Td>
            <Td num className="max-md:hidden">
              {formatNumber(day.traded)}
            </Td>
            <Td num>{bp(day.realised)}</Td>
            <Td num>{bp(day.modelled)}</Td>
            <Td num className="max-md:hidden">
              {bp(day.realised - day.modelled, true)}
            </Td>
            <Td num>{bp(day.fitted)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Names of a broker's fills by what they cost per traded money, dearest first. */
export function BrokerNameTable({ names }: { names: readonly BrokerNameFriction[] }) {
  return (
    <Table caption="Names of your fills by realised cost, dearest first" stick>
      <Thead>
        <Th>Name</Th>
        <Th num>Fills</Th>
        <Th num className="max-md:hidden">
          Traded
        </Th>
        <Th num className="max-md:hidden">
          Commission
        </Th>
        <Th num className="max-md:hidden">
          <Definition text="Fill prices against reference prices; below 0 where they were better.">Slippage</Definition>
        </Th>
        <Th num>
          <Definition text="Commission and slippage over the money traded in it.">Realised, bp</Definition>
        </Th>
        <Th num>
          <Definition text={`${OWN} Its part over the money traded in it: names add up to days.`}>Modelled, bp</Definition>
        </Th>
        <Th num>
          <Definition text={FITTED}>As fitted, bp</Definition>
        </Th>
      </Thead>
      <tbody>
        {names.map((name) => (
          <Tr key={name.symbol}>
            <Td className="font-mono text-xs">{name.symbol}</Td>
            <Td num>{formatInteger(name.fills)}</Td>
            <Td num className="max-md:hidden">
              {formatNumber(name.traded)}
            </Td>
            <Td num className="max-md:hidden">
              {formatNumber(name.commission)}
            </Td>
            <Td num className="max-md:hidden">
              {formatNumber(name.slippage)}
            </Td>
            <Td num>{formatNumber(name.realisedBp, 1)}</Td>
            <Td num>{formatNumber(name.modelledBp, 1)}</Td>
            <Td num>{formatNumber(name.fittedBp, 1)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
