import type { PerformanceRow } from '@/server/books/read-performance';
import { Definition } from '../ui/definition';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import { FIGURES, windowName } from './figures';
import { MetricList } from './metric-list';
import { significanceText } from './metric-lines';

/** Strategy and benchmark side by side for each window; the same definitions for both, so that they can be compared. On a phone by figure. */
export function MetricTable({ rows, caption }: { rows: readonly PerformanceRow[]; caption: string }) {
  return (
    <>
      <MetricList rows={rows} caption={caption} />
      <WideTable rows={rows} caption={caption} />
    </>
  );
}

function WideTable({ rows, caption }: { rows: readonly PerformanceRow[]; caption: string }) {
  return (
    <Table caption={caption} fit className="max-sm:hidden">
      <Thead>
        <Th className="sticky left-0 bg-paper">
          <span className="sr-only">Figure</span>
        </Th>
        {rows.map((row) => (
          <Th key={row.key} num colSpan={2} className="min-w-56 pb-0 pl-8">
            <span className="text-sm font-medium text-ink">{windowName(row)}</span>
            <span className="block font-normal">
              {row.from} to {row.to}
            </span>
          </Th>
        ))}
      </Thead>
      <tbody>
        <tr className="border-b border-line">
          <th scope="row" className="sticky left-0 bg-paper">
            <span className="sr-only">Column</span>
          </th>
          {rows.map((row) => [
            <Td key={`${row.key}-s`} num className="pl-6 text-xs text-ink-2">
              strategy
            </Td>,
            <Td key={`${row.key}-b`} num className="text-xs text-ink-3">
              benchmark
            </Td>,
          ])}
        </tr>
        {FIGURES.map((figure) => (
          <Tr key={figure.label}>
            <th scope="row" className="sticky left-0 bg-paper py-1.5 pr-4 text-left font-normal whitespace-nowrap">
              <Definition term={figure.term}>{figure.label}</Definition>
            </th>
            {rows.map((row) => [
              <Td key={`${row.key}-s`} num className="pl-6" title={figure.cause(row)}>
                {figure.own(row)}
              </Td>,
              <Td key={`${row.key}-b`} num className="text-ink-2">
                {figure.other(row)}
              </Td>,
            ])}
          </Tr>
        ))}
        <tr>
          <th scope="row" className="sticky left-0 bg-paper py-2 pr-4 text-left align-top text-xs font-normal text-ink-2">
            In words
          </th>
          {rows.map((row) => (
            <td key={row.key} colSpan={2} className="max-w-56 py-2 pl-8 text-right align-top text-xs text-balance text-ink-2">
              {significanceText(row.report)}
            </td>
          ))}
        </tr>
      </tbody>
    </Table>
  );
}
