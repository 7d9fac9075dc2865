import Link from 'next/link';
import type { DayFriction } from '@/server/simulation/friction-report';
import { formatMoneyShort, formatNumber } from '../format';
import { paths } from '../paths';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

const bp = (ratio: number, signed = false): string => formatNumber(ratio * 1e4, 1, signed);

/** Both frictions of each day in basis points of equity, newest first; each day leads to its fills. */
export function DayTable({ days, bookId, episodeId, currency }: { days: readonly DayFriction[]; bookId: string; episodeId: string; currency: string }) {
  return (
    <Table caption="Friction of each day, newest first" fit>
      <Thead>
        <Th>Date</Th>
        <Th num>Traded, {currency}</Th>
        <Th num>Realised, bp</Th>
        <Th num>Modelled, bp</Th>
        <Th num className="max-sm:hidden">
          Difference, bp
        </Th>
      </Thead>
      <tbody>
        {days.map((day) => (
          <Tr key={day.date}>
            <Td className="whitespace-nowrap">
              <Link href={paths.day(bookId, day.date, { episode: episodeId })} className="hover:underline hover:underline-offset-4">
                {day.date}
              </Link>
            </Td>
            <Td num>{formatMoneyShort(day.tradedFen, currency)}</Td>
            <Td num>{bp(day.realised)}</Td>
            <Td num>{bp(day.modelled)}</Td>
            <Td num className="max-sm:hidden">
              {bp(day.realised - day.modelled, true)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
