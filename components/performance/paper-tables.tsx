import type { ReactNode } from 'react';
import type { PhaseReport, PhaseRow, RegressionRow } from '@/server/analytics/phase-table';
import { cx } from '../cx';
import { formatBp, formatInteger, formatNumber, formatP, formatPercent } from '../format';
import type { Term } from '../terms';
import { DateText } from '../ui/date-text';
import { Definition } from '../ui/definition';
import { Section } from '../ui/section';
import { Table, Td, Th, Thead, Tr } from '../ui/table';

interface Column<R> {
  key: string;
  label: string;
  term?: Term;
  text?: string;
  /** `paper`: the paper's own row, with the digits it prints. */
  cell: (row: R, paper: boolean) => string;
}
const ratio = (value: number | null) => formatNumber(value);
/** Four significant digits: the paper's .0915 is .091448 rounded twice, and four decimals would hide that. */
const chance = (p: number | null, paper: boolean) => (p === null || p < 1e-3 ? formatP(p) : paper ? formatNumber(p, 4) : p.toPrecision(4));

const RESULTS: readonly Column<PhaseRow>[] = [
  { key: 'days', label: 'N, days', term: 'n', cell: (r) => formatInteger(r.days) },
  { key: 'annual', label: 'Annual return', term: 'annual_return', cell: (r) => formatPercent(r.annual_return) },
  { key: 'benchmark', label: 'Benchmark', text: 'Annual return of the benchmark on the same days, arithmetic mean × 252. In the paper: CSI 300.', cell: (r) => formatPercent(r.benchmark_annual_return) },
  { key: 'sharpe', label: 'Sharpe', term: 'sharpe', cell: (r) => ratio(r.sharpe) },
  { key: 'mdd', label: 'Max. drawdown', term: 'max_drawdown', cell: (r) => formatPercent(r.max_drawdown) },
  { key: 'ir', label: 'IR', term: 'ir', cell: (r) => ratio(r.information_ratio) },
  { key: 'beta', label: 'Beta', term: 'beta', cell: (r) => ratio(r.beta) },
  { key: 'alpha', label: 'Alpha a year', term: 'alpha', cell: (r) => formatPercent(r.alpha_annual) },
];
const REGRESSION: readonly Column<RegressionRow>[] = [
  { key: 'beta', label: 'Beta', term: 'beta', cell: (r) => ratio(r.beta) },
  { key: 't_beta', label: 't', term: 't', cell: (r) => ratio(r.t_beta) },
  { key: 'p_beta', label: 'p', term: 'p', cell: (r, paper) => chance(r.p_beta, paper) },
  { key: 'alpha', label: 'Alpha a day', text: 'Intercept of the regression of raw returns (no risk-free rate), in basis points a day, as the paper prints it.', cell: (r, paper) => formatBp(r.alpha_daily, paper ? 2 : 3) },
  { key: 't_alpha', label: 't', term: 't', cell: (r) => ratio(r.t_alpha) },
  { key: 'p_alpha', label: 'p', term: 'p', cell: (r, paper) => chance(r.p_alpha, paper) },
  { key: 'te', label: 'Tracking error', term: 'tracking_error', cell: (r) => formatPercent(r.tracking_error) },
  { key: 'r2', label: 'R²', term: 'r2', cell: (r) => ratio(r.r2) },
];
const QUINTILE = 'Loading on a style proxy: daily return of the top fifth of names minus the bottom fifth, exposures of the day before. Not a Barra factor.';
const PART = 'Part of the annual return. The parts of a row add up to the total, to 1e-9.';
const SOURCES: readonly Column<RegressionRow>[] = [
  { key: 'liquidity', label: 'Liquidity', text: `${QUINTILE} Exposure: ln(close · volume + 1e-9).`, cell: (r) => ratio(r.loadings?.liquidity ?? null) },
  { key: 'momentum', label: 'Momentum', text: `${QUINTILE} Exposure: change over 20 days.`, cell: (r) => ratio(r.loadings?.momentum ?? null) },
  { key: 'volatility', label: 'Volatility', text: `${QUINTILE} Exposure: standard deviation of 20 daily returns.`, cell: (r) => ratio(r.loadings?.volatility ?? null) },
  { key: 'total', label: 'Total', term: 'annual_return', cell: (r) => formatPercent(r.attribution?.total ?? null) },
  { key: 'beta_part', label: 'Beta part', text: `${PART} β of the regression with styles × annual return of the benchmark.`, cell: (r) => formatPercent(r.attribution?.beta ?? null) },
  { key: 'style', label: 'Style part', text: `${PART} Loadings × annual returns of the style proxies.`, cell: (r) => formatPercent(r.attribution?.style ?? null) },
  { key: 'idio', label: 'Idiosyncratic', text: `${PART} Intercept of the regression with styles × 252.`, cell: (r) => formatPercent(r.attribution?.idiosyncratic ?? null) },
  { key: 'rf', label: 'rf · (1 − β)', text: `${PART} The risk-free rate that beta does not cover; the paper leaves it out.`, cell: (r) => formatPercent(r.attribution?.risk_free ?? null) },
];

interface Line<R> {
  key: string;
  name: ReactNode;
  paper: boolean;
  row: R;
}

function Grid<R>({ caption, columns, lines }: { caption: string; columns: readonly Column<R>[]; lines: readonly Line<R>[] }) {
  return (
    <Table caption={caption} stick>
      <Thead>
        <Th>Phase</Th>
        {columns.map((column) => (
          <Th key={column.key} num>
            {column.term ? <Definition term={column.term}>{column.label}</Definition> : column.text ? <Definition text={column.text}>{column.label}</Definition> : column.label}
          </Th>
        ))}
      </Thead>
      <tbody>
        {lines.map((line) => (
          <Tr key={line.key} className={cx(line.paper && 'text-ink-2')}>
            <th scope="row" className="py-1.5 pr-4 text-left font-normal whitespace-nowrap max-sm:pr-2.5 max-sm:whitespace-normal">
              {line.name}
            </th>
            {columns.map((column) => (
              <Td key={column.key} num>
                {column.cell(line.row, line.paper)}
              </Td>
            ))}
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}

const PaperName = ({ name }: { name: string }) => (
  <span className="pl-3 text-xs max-sm:block">
    the paper, {name}
  </span>
);
const OwnName = ({ row }: { row: PhaseReport }) => (
  <>
    <span className="font-medium">{row.name}</span>
    <span className="ml-2 text-xs text-ink-2 max-sm:ml-0 max-sm:block">
      <DateText date={row.from} />{' '}
      <span className="whitespace-nowrap max-sm:block">
        to <DateText date={row.to} />
      </span>
    </span>
  </>
);

/** A book's phases in the paper's two tables. `paperOf` gives the paper's row that stands beside a phase; the paper's other rows follow below. */
export function PaperTables({ rows, paper, paperOf, paperRegression }: { rows: readonly PhaseReport[]; paper: readonly PhaseRow[]; paperOf: (name: string) => PhaseRow | null; paperRegression: RegressionRow }) {
  const own = (row: PhaseReport) => ({ key: row.name, name: <OwnName row={row} />, paper: false });
  const theirs = (row: { name: string }) => ({ key: `paper-${row.name}`, name: <PaperName name={row.name} />, paper: true });
  const rest = paper.filter((p) => !rows.some((row) => paperOf(row.name) === p));
  const results: Line<PhaseRow>[] = [
    ...rows.flatMap((row) => {
      const beside = paperOf(row.name);
      return [{ ...own(row), row }, ...(beside ? [{ ...theirs(beside), row: beside }] : [])];
    }),
    ...rest.map((row) => ({ ...theirs(row), row })),
  ];
  const regressions: Line<RegressionRow>[] = [...rows.map((row) => ({ ...own(row), row: row.regression })), { ...theirs(paperRegression), row: paperRegression }];
  const causes = rows.filter((row) => row.regression.attribution_cause !== null);
  return (
    <>
      <Section title="Results by phase">
        <Grid caption="Results by phase, the paper's table 1" columns={RESULTS} lines={results} />
      </Section>
      <Section title="Regression on the benchmark">
        <Grid caption="Regression of each phase on the benchmark" columns={REGRESSION} lines={regressions} />
      </Section>
      <Section title="Attribution" hint="Style proxies (quintile) and the annual return split by them: an accounting identity, not a cause.">
        <Grid caption="Style proxies and attribution" columns={SOURCES} lines={regressions} />
        {causes.map((row) => (
          <p key={row.name} className="mt-2 text-xs text-ink-2">
            {row.name}: no attribution, {row.regression.attribution_cause}.
          </p>
        ))}
      </Section>
    </>
  );
}
