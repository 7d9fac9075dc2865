import Link from 'next/link';
import type { StepView } from '@/server/books/read-day';
import { formatBp, formatPercent } from '../format';
import { paths } from '../paths';
import { Definition } from '../ui/definition';
import { EmptyState } from '../ui/empty-state';
import { Money, Percent } from '../ui/number';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

/** The last days of the episode, newest first; each leads to its rows. */
export function DaysTable({ steps, currency }: { steps: readonly StepView[]; currency: string }) {
  if (steps.length === 0) return <EmptyState kind="none" title="No trading day is stored yet." />;
  return (
    <Table caption="Last trading days, newest first">
      <Thead>
        <Th>Date</Th>
        <Th num>Equity, {currency}</Th>
        <Th num>
          <Definition term="pnl">Day</Definition>
        </Th>
        <Th num className="max-sm:hidden">
          Benchmark
        </Th>
        <Th num className="max-sm:hidden">
          <Definition term="turnover">Turnover</Definition>
        </Th>
        <Th num className="max-md:hidden">
          <Definition term="friction_modelled">Friction modelled</Definition>
        </Th>
        <Th num>
          <Definition term="principal_loss">L_t</Definition>
        </Th>
        <Th num className="max-md:hidden">
          <Definition term="reward">Reward</Definition>
        </Th>
      </Thead>
      <tbody>
        {steps.map((step) => (
          <Tr key={step.dayIndex} id={`day-${step.date}`}>
            <Td>
              <Link href={paths.day(step.bookId, step.date, { episode: step.episodeId })} className="hover:underline hover:underline-offset-4">
                {step.date}
              </Link>
            </Td>
            <Td num>
              <Money fen={step.equityFen} currency={currency} />
            </Td>
            <Td num>
              <Percent value={step.dayReturn} signed />
            </Td>
            <Td num className="max-sm:hidden">
              <Percent value={step.benchmarkReturn} signed />
            </Td>
            <Td num className="max-sm:hidden">
              {formatPercent(step.turnover, 1)}
            </Td>
            <Td num className="max-md:hidden">
              {formatBp(step.frictionLinear + step.frictionRoot)}
            </Td>
            <Td num>{formatPercent(step.principalLoss)}</Td>
            <Td num className="max-md:hidden">
              {formatPercent(step.reward, 2, true)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
