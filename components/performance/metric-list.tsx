import type { PerformanceRow } from '@/server/books/read-performance';
import { Definition } from '../ui/definition';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import { FIGURES, windowName } from './figures';
import { significanceText } from './metric-lines';

/** The metric table on a phone: by figure instead of by window, so that windows stand under one another and nothing is off the screen. */
export function MetricList({ rows, caption }: { rows: readonly PerformanceRow[]; caption: string }) {
  return (
    <div className="sm:hidden">
      <Table caption={`${caption}, by figure`}>
        <Thead>
          <Th>{rows.length === 1 ? 'Figure' : 'Figure and window'}</Th>
          <Th num>Strategy</Th>
          <Th num>Benchmark</Th>
        </Thead>
        {FIGURES.map((figure) => (
          <tbody key={figure.label}>
            {rows.length === 1 ? null : (
              <tr>
                <th scope="rowgroup" colSpan={3} className="pt-3 pb-0.5 text-left font-medium">
                  <Definition term={figure.term}>{figure.label}</Definition>
                </th>
              </tr>
            )}
            {rows.map((row) => (
              <Tr key={row.key}>
                <Td className={rows.length === 1 ? undefined : 'text-xs text-ink-2'}>{rows.length === 1 ? <Definition term={figure.term}>{figure.label}</Definition> : windowName(row)}</Td>
                <Td num title={figure.cause(row)}>
                  {figure.own(row)}
                </Td>
                <Td num className="text-ink-2">
                  {figure.other(row)}
                </Td>
              </Tr>
            ))}
          </tbody>
        ))}
      </Table>
      <dl className="mt-4 space-y-2 text-xs text-ink-2">
        {rows.map((row) => (
          <div key={row.key}>
            <dt className="font-medium text-ink">
              {windowName(row)}, {row.from} to {row.to}
            </dt>
            <dd>{significanceText(row.report)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
