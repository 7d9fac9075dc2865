import type { MonthlyRow } from '@/server/analytics/monthly-table';
import { formatPercent } from '../format';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Tint by size, sign by text: the map reads without colour as well. 8 % a month is full tint. */
function tint(value: number | null): string | undefined {
  if (value === null) return undefined;
  const part = Math.min(1, Math.abs(value) / 0.08) * 22;
  return `color-mix(in oklab, var(${value < 0 ? '--loss' : '--gain'}) ${part.toFixed(0)}%, transparent)`;
}

/** Returns by month and year, compounded: a map where it fits, and on a phone each year by itself, with every month in sight. */
export function MonthMap({ months }: { months: readonly MonthlyRow[] }) {
  return (
    <>
      <Wide months={months} />
      <div className="space-y-5 sm:hidden">
        {months.map((row) => (
          <Year key={row.year} row={row} />
        ))}
      </div>
    </>
  );
}

function Year({ row }: { row: MonthlyRow }) {
  return (
    <section aria-label={`Returns of ${row.year} by month`}>
      <h3 className="flex justify-between border-b border-line-strong pb-1 text-[0.8125rem] font-medium">
        {row.year}
        <span className="num">{formatPercent(row.year_return, 1, true)}</span>
      </h3>
      <dl className="grid grid-cols-3 gap-px pt-px text-xs">
        {row.months.map((value, i) =>
          value === null ? null : (
            <div key={MONTHS[i]} className="flex justify-between px-2 py-1.5" style={{ background: tint(value) }}>
              <dt className="text-ink-2">{MONTHS[i]}</dt>
              <dd className="num">{formatPercent(value, 1, true)}</dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

function Wide({ months }: { months: readonly MonthlyRow[] }) {
  return (
    <Table caption="Returns by month, compounded" className="max-sm:hidden">
      <Thead>
        <Th>Year</Th>
        {MONTHS.map((month) => (
          <Th key={month} num className="px-2">
            {month}
          </Th>
        ))}
        <Th num>Year</Th>
      </Thead>
      <tbody>
        {months.map((row) => (
          <Tr key={row.year}>
            <Td>{row.year}</Td>
            {row.months.map((value, i) => (
              <Td key={MONTHS[i]} num className="px-2 text-xs" style={{ background: tint(value) }}>
                {value === null ? '' : formatPercent(value, 1, true)}
              </Td>
            ))}
            <Td num className="font-medium">
              {formatPercent(row.year_return, 1, true)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
