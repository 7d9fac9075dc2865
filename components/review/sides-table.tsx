import { cx } from '@/components/cx';
import { formatMoney, formatMoneyShort, formatNumber, formatPercent } from '@/components/format';
import { Definition } from '@/components/ui/definition';
import { Table, Td, Th, Thead, Tr } from '@/components/ui/table';
import type { SideRow } from './compare-sides';

/** Before, after and the change, one figure a row. Better and worse are arrows with a word; colour only repeats them. */
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
            <Td className="whitespace-nowrap">
              <Definition text={row.definition}>{row.label}</Definition>
            </Td>
            <Td num title={row.unit === 'fen' ? formatMoney(row.before, currency) : undefined}>{show(row, row.before, currency, false)}</Td>
            <Td num title={row.unit === 'fen' ? formatMoney(row.after, currency) : undefined}>{show(row, row.after, currency, false)}</Td>
            <Td num className="font-medium">
              {show(row, row.delta, currency, true)}
              <Judgement better={row.better} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

/** Better points up and worse down, whichever way the figure itself moved. */
function Judgement({ better }: { better: boolean | null }) {
  return (
    <span className={cx('ml-2 inline-block w-3 text-[0.65em]', better ? 'text-accent' : 'text-signal')} title={better === null ? undefined : better ? 'better' : 'worse'}>
      {better === null ? '' : better ? '▲' : '▼'}
      <span className="sr-only">{better === null ? '' : better ? ' better' : ' worse'}</span>
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
