import { Definition } from '@/components/ui/definition';
import { Bp, Money, Num, Percent } from '@/components/ui/number';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { IncidentDay } from './types';

/** The days of the strip in figures; each row is the target of the numbers that came from it. */
export function DaysTable({ days, incidentDate, currency }: { days: readonly IncidentDay[]; incidentDate: string; currency: string }) {
  return (
    <Table caption="Days around the incident" stick>
      <Thead>
        <Th>Day</Th>
        <Th num><Definition term="pnl">Result</Definition></Th>
        <Th num>Return</Th>
        <Th num><Definition term="friction_realised">Friction, realised</Definition></Th>
        <Th num><Definition term="friction_modelled">Friction, modelled</Definition></Th>
        <Th num><Definition term="turnover">Turnover</Definition></Th>
        <Th num><Definition term="reward">R_t</Definition></Th>
        <Th num><Definition term="principal_loss">L_t</Definition></Th>
        <Th num><Definition term="drawdown">Drawdown</Definition></Th>
      </Thead>
      <tbody>
        {days.map((day) => (
          <Tr key={day.date} id={`day-${day.date}`} className={day.date === incidentDate ? 'bg-signal-soft font-medium' : ''}>
            <Td className="whitespace-nowrap">
              {day.date}
              {day.date === incidentDate ? <span className="ml-2 text-xs text-signal">incident</span> : null}
            </Td>
            <Td num><Money fen={day.pnlFen} currency={currency} signed /></Td>
            <Td num><Percent value={day.dayReturn} signed /></Td>
            <Td num><Bp value={day.frictionRealised} /></Td>
            <Td num><Bp value={day.frictionModelled} /></Td>
            <Td num><Percent value={day.turnover} digits={0} /></Td>
            <Td num><Num value={day.reward} digits={4} /></Td>
            <Td num><Percent value={day.principalLoss} /></Td>
            <Td num><Percent value={day.drawdown} /></Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
