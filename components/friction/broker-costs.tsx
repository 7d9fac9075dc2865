import { formatInteger, formatNumber, formatPercent } from '../format';
import { KeyValue } from '../ui/key-value';
import { Section } from '../ui/section';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import type { BrokerAnswer } from './broker-answer';

const bp = (value: number): string => formatNumber(value, 3);

/** Spread, impact and delay of the fills against the quotes. */
export function BrokerCosts({ answer, configured }: { answer: BrokerAnswer; configured: { halfSpreadBp: number } }) {
  const { fit, residualBp, stressResidualBp, latencySeconds, quoteAgeSeconds } = answer;
  const rows = [['Quoted spread', answer.spreadBp], ['Shortfall', answer.shortfallBp]] as const;
  return (
    <Section title="Spread, impact and delay">
      <div className="grid gap-8 lg:grid-cols-2">
        <Table caption="Quoted spread and shortfall, basis points" fit>
          <Thead>
            <Th>Basis points</Th>
            <Th num>Median</Th>
            <Th num>90 %</Th>
            <Th num>99 %</Th>
          </Thead>
          <tbody>
            {rows.map(([name, q]) => (
              <Tr key={name}>
                <Td>{name}</Td>
                <Td num>{bp(q.median)}</Td>
                <Td num>{bp(q.p90)}</Td>
                <Td num>{bp(q.p99)}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
        <KeyValue
          items={[
            ['Fills beside a quote', `${formatInteger(answer.aligned)}${answer.unmatched > 0 ? `, ${formatInteger(answer.unmatched)} without an earlier quote` : ''}`],
            ['Half spread, median', `${bp(answer.spreadBp.median / 2)} bp; the book’s simulator charges ${bp(configured.halfSpreadBp)} bp`],
            ['Base cost', `${bp(fit.baseBp)} bp of each fill beyond half spread, range and commission`],
            ['Impact', `${bp(fit.impactCoefficient)} bp per bp of the bar’s volume: linear, so not the coefficient of Settings, Costs, which is of a square-root law`],
            ['Residual', `mean ${bp(residualBp.mean)} bp, mean absolute ${bp(residualBp.mae)} bp, largest ${bp(residualBp.maxAbs)} bp`],
            ['Without calibration', `mean absolute ${bp(stressResidualBp.mae)} bp; the fit takes off ${bp(answer.maeReductionBp)} bp`],
            ['Delay', `median ${formatNumber(latencySeconds.median, 1)} s, 90 % ${formatNumber(latencySeconds.p90, 1)} s`],
            ['Age of the quote', `median ${formatNumber(quoteAgeSeconds.median, 1)} s, 90 % ${formatNumber(quoteAgeSeconds.p90, 1)} s`],
            ['Participation, 90 %', `${formatPercent(answer.participationP90, 4)} of the bar`],
          ]}
        />
      </div>
    </Section>
  );
}
