import type { Sim2RealPoint } from '@/server/simulation/sim2real/types';
import { formatInteger, formatMoneyShort, formatNumber, formatPercent } from '../format';
import { Definition } from '../ui/definition';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

/** Runs of the same days, one a row. `first` names what differs between them. */
export function PointTable({ caption, first, points, own, currency, nameOf }: { caption: string; first: string; points: readonly Sim2RealPoint[]; /** The run with the book's costs and the episode's capital. */ own: Sim2RealPoint; currency: string; nameOf: (point: Sim2RealPoint) => string }) {
  return (
    <Table caption={caption} stick>
      <Thead>
        <Th num>{first}</Th>
        <Th num>
          <Definition term="annual_return">Annual return</Definition>
        </Th>
        <Th num>
          <Definition term="alpha">Annual alpha</Definition>
        </Th>
        <Th num>
          <Definition term="t">t</Definition>
        </Th>
        <Th num>
          <Definition term="sharpe">Sharpe</Definition>
        </Th>
        <Th num>
          <Definition term="max_drawdown">Drawdown</Definition>
        </Th>
        <Th num>
          <Definition term="annual_turnover">Turnover a year</Definition>
        </Th>
        <Th num>
          <Definition text="Realised cost of a fill on average: fees, spread and impact.">Cost a fill</Definition>
        </Th>
        <Th num>
          <Definition text="Realised cost over the money traded.">Cost, bp</Definition>
        </Th>
        <Th num>
          <Definition term="friction_realised">Friction, realised</Definition>
        </Th>
        <Th num>
          <Definition term="friction_modelled">Modelled</Definition>
        </Th>
        <Th num>
          <Definition text="Orders that were refused or cut, of all orders: the market could not take them.">Unfilled</Definition>
        </Th>
      </Thead>
      <tbody>
        {points.map((point) => (
          <Tr key={`${point.level}/${point.initialFen}`} className={point.level === own.level && point.initialFen === own.initialFen ? 'font-medium' : ''}>
            <Td num>{nameOf(point)}</Td>
            <Td num>{formatPercent(point.annualReturn)}</Td>
            <Td num>{formatPercent(point.alpha)}</Td>
            <Td num>{formatNumber(point.tAlpha)}</Td>
            <Td num>{formatNumber(point.sharpe)}</Td>
            <Td num>{formatPercent(point.maxDrawdown)}</Td>
            <Td num>{formatPercent(point.annualTurnover, 0)}</Td>
            <Td num title={point.fills === 0 ? 'No fill' : `${formatInteger(point.fills)} fills`}>
              {point.costPerFillFen === null ? formatNumber(null) : formatMoneyShort(Math.round(point.costPerFillFen), currency)}
            </Td>
            <Td num>{formatNumber(point.costBp, 1)}</Td>
            <Td num>{formatPercent(point.realisedFriction)}</Td>
            <Td num>{formatPercent(point.modelledFriction)}</Td>
            <Td num>{formatPercent(point.unfilled, 1)}</Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
