import { Fragment } from 'react';
import type { PerformanceRow } from '@/server/books/read-performance';
import { formatBp, formatPercent } from '../format';
import { Definition } from '../ui/definition';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import { intervalText, METRIC_LINES, significanceText } from './metric-lines';

const nameOf = (row: PerformanceRow) => row.versionLabel ?? 'Whole episode';

/** Strategy and benchmark side by side for each window; the same definitions for both, so that they can be compared. */
export function MetricTable({ rows, caption }: { rows: readonly PerformanceRow[]; caption: string }) {
  return (
    <Table caption={caption} fit>
      <Thead>
        <Th className="sticky left-0 bg-paper">
          <span className="sr-only">Figure</span>
        </Th>
        {rows.map((row) => (
          <Th key={row.key} num colSpan={2} className="min-w-56 pb-0 pl-8 max-sm:min-w-44 max-sm:pl-3">
            <span className="text-sm font-medium text-ink">{nameOf(row)}</span>
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
            <Td key={`${row.key}-s`} num className="pl-6 max-sm:pl-3 text-xs text-ink-2">
              strategy
            </Td>,
            <Td key={`${row.key}-b`} num className="text-xs text-ink-3">
              benchmark
            </Td>,
          ])}
        </tr>
        {METRIC_LINES.map((line) => (
          <Fragment key={line.key}>
            <Tr>
              <th scope="row" className="sticky left-0 bg-paper py-1.5 pr-4 text-left font-normal whitespace-nowrap">
                <Definition term={line.term}>{line.label}</Definition>
              </th>
              {rows.map((row) => [
                <Td key={`${row.key}-s`} num className="pl-6 max-sm:pl-3" title={row.report.causes[line.key]}>
                  {line.format(row.report.metrics[line.key])}
                </Td>,
                <Td key={`${row.key}-b`} num className="text-ink-2">
                  {line.both ? line.format(row.benchmark?.metrics[line.key] ?? null) : ''}
                </Td>,
              ])}
            </Tr>
            {line.key === 'sharpe_rf135' && <OwnLine label="Sharpe, 95 % interval" term="sharpe_interval" rows={rows} value={(row) => intervalText(row.sharpeInterval)} />}
          </Fragment>
        ))}
        <OwnLine label="Turnover a year" term="annual_turnover" rows={rows} value={(row) => formatPercent(row.annualTurnover, 0)} />
        <OwnLine label="Friction, realised, sum" term="friction_realised" rows={rows} value={(row) => formatBp(row.frictionRealised, 0)} />
        <OwnLine label="Friction, modelled, sum" term="friction_modelled" rows={rows} value={(row) => formatBp(row.frictionModelled, 0)} />
        <tr>
          <th scope="row" className="sticky left-0 bg-paper py-2 pr-4 text-left align-top text-xs font-normal text-ink-2">
            In words
          </th>
          {rows.map((row) => (
            <td key={row.key} colSpan={2} className="max-w-56 py-2 pl-8 max-sm:pl-3 text-right align-top text-xs text-balance text-ink-2">
              {significanceText(row.report)}
            </td>
          ))}
        </tr>
      </tbody>
    </Table>
  );
}

function OwnLine({ label, term, rows, value }: { label: string; term: 'sharpe_interval' | 'annual_turnover' | 'friction_realised' | 'friction_modelled'; rows: readonly PerformanceRow[]; value: (row: PerformanceRow) => string }) {
  return (
    <Tr>
      <th scope="row" className="sticky left-0 bg-paper py-1.5 pr-4 text-left font-normal whitespace-nowrap">
        <Definition term={term}>{label}</Definition>
      </th>
      {rows.map((row) => [
        <Td key={`${row.key}-s`} num className="pl-6 max-sm:pl-3">
          {value(row)}
        </Td>,
        <Td key={`${row.key}-b`} />,
      ])}
    </Tr>
  );
}
