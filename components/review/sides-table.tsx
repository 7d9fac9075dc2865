import { cx } from '@/components/cx';
import { formatMoney, formatMoneyShort, formatNumber, formatPercent } from '@/components/format';
import { Definition } from '@/components/ui/definition';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { SideRow } from './compare-sides';

/** Before, after and the change, one figure a row. Better and worse are words; colour only repeats them. */
export function SidesTable({ rows, currency }: { rows: readonly SideRow[]; currency: string }) {
  return (
    <Table caption="The same days before and after the proposal">
      <Thead>
        <Th>Figure</Th>
        <Th num>Before</Th>
        <Th num>After</Th>
        <Th num>Change</Th>
      </Thead>
      <tbody>
        {rows.map((row) => (
          <Tr key={row.key}>
            <Td className="whitespace-nowrap max-sm:text-xs">
              <Definition text={row.definition}>{row.label}</Definition>
            </Td>
            <Td num title={row.unit === 'fen' ? formatMoney(row.before, currency) : undefined}>{show(row, row.before, currency, false)}</Td>
            <Td num title={row.unit === 'fen' ? formatMoney(row.after, currency) : undefined}>{show(row, row.after, currency, false)}</Td>
            <Td num className="font-medium">
              {show(row, row.delta, currency, true)}
              <Judgement delta={row.delta} better={row.better} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** The arrow is the direction of the number; whether that is good stands beside it as a word. */
function Judgement({ delta, better }: { delta: number | null; better: boolean | null }) {
  if (delta === null || better === null) return <span className="ml-2 inline-block w-14 max-sm:ml-1 max-sm:w-11" />;
  return (
    <span className={cx('ml-2 inline-block w-14 text-left text-2xs font-normal max-sm:ml-1 max-sm:w-11', better ? 'text-accent' : 'text-signal')}>
      <span aria-hidden="true">{delta > 0 ? '▲' : '▼'}</span> {better ? 'better' : 'worse'}
    </span>
  );
}

function show(row: SideRow, value: number | null, currency: string, signed: boolean): string {
  switch (row.unit) {
    case 'percent':
      return formatPercent(value, 2, signed);
    case 'times':
      return value === null ? formatNumber(value) : `${formatNumber(value, 1, signed)} ×`;
    case 'fen':
      return `${signed && value !== null && value > 0 ? '+' : ''}${formatMoneyShort(value, currency)}`;
    case 'ratio':
      return formatNumber(value, 3, signed);
  }
}
