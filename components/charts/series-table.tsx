import { formatBp, formatNumber, formatPercent } from '../format';
import { Table, Td, Th, Thead, Tr } from '../ui/table';
import type { BookSeries } from './book-series';

/** The same data as the charts, in words a screen reader and a copy-and-paste can use. Newest first. */
export function SeriesTable({ series }: { series: BookSeries }) {
  return (
    <div className="max-h-[36rem] overflow-y-auto">
      <Table caption="The data of the charts, one row per drawn day, newest first" stick>
        <Thead>
          <Th>Date</Th>
          <Th num>Growth, book</Th>
          <Th num>Growth, benchmark</Th>
          <Th num>Drawdown</Th>
          <Th num>L_t</Th>
          <Th num>Sharpe 60 d</Th>
          <Th num>IR 60 d</Th>
          <Th num>β 60 d</Th>
          <Th num>Friction modelled</Th>
          <Th num>Friction realised</Th>
          <Th num>Turnover</Th>
        </Thead>
        <tbody>
          {series.dates.map((_, at) => {
            const i = series.dates.length - 1 - at;
            const growth = (value: number | null | undefined) => formatPercent(typeof value === 'number' ? value - 1 : null, 2, true);
            return (
              <Tr key={series.dates[i]}>
                <Td>{series.dates[i]}</Td>
                <Td num>{growth(series.equity[i])}</Td>
                <Td num>{growth(series.benchmark[i])}</Td>
                <Td num>{formatPercent(series.drawdown[i])}</Td>
                <Td num>{formatPercent(series.principalLoss[i])}</Td>
                <Td num>{formatNumber(series.rollingSharpe60[i])}</Td>
                <Td num>{formatNumber(series.rollingIr60[i])}</Td>
                <Td num>{formatNumber(series.rollingBeta60[i])}</Td>
                <Td num>{formatBp(series.frictionModelled[i])}</Td>
                <Td num>{formatBp(series.frictionRealised[i])}</Td>
                <Td num>{formatPercent(series.turnover[i])}</Td>
              </Tr>
            );
          })}
        </tbody>
      </Table>
    </div>
  );
}
