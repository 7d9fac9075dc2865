import { PAPER_DEFINITIONS, PAPER_PHASES, PAPER_REGRESSION, paperRowOf, PHASE_CAVEAT } from '@/server/analytics/paper-figures';
import type { PhaseRow, RegressionRow } from '@/server/analytics/phase-table';
import { fixed } from '../../fixed';
import type { Report } from '../report';

type Show = (x: number | null) => string;
const percent: Show = (x) => (x === null ? 'n/a' : `${fixed(x * 100, 2)} %`);
const plain: Show = (x) => (x === null ? 'n/a' : fixed(x, 2));
/** Four significant digits, the paper's own row with the digits it prints: PAPER_DEFINITIONS says why they differ. */
const chance = (x: number | null, row: RegressionRow): string => (x === null ? 'n/a' : x < 1e-4 ? x.toExponential(1) : row === PAPER_REGRESSION ? fixed(x, 4) : x.toPrecision(4));
const points = (x: number | null, row: RegressionRow): string => (x === null ? 'n/a' : `${fixed(x * 1e4, row === PAPER_REGRESSION ? 2 : 3)} bp`);

type Column<R> = readonly [title: string, cell: (row: R) => string];
const RESULTS: readonly Column<PhaseRow>[] = [
  ['days', (r) => String(r.days)],
  ['annual', (r) => percent(r.annual_return)],
  ['benchmark', (r) => percent(r.benchmark_annual_return)],
  ['Sharpe', (r) => plain(r.sharpe)],
  ['max drawdown', (r) => percent(r.max_drawdown)],
  ['IR', (r) => plain(r.information_ratio)],
  ['beta', (r) => plain(r.beta)],
  ['alpha', (r) => percent(r.alpha_annual)],
];
const REGRESSION: readonly Column<RegressionRow>[] = [
  ['beta', (r) => plain(r.beta)],
  ['t', (r) => plain(r.t_beta)],
  ['p', (r) => chance(r.p_beta, r)],
  ['alpha a day', (r) => points(r.alpha_daily, r)],
  ['t', (r) => plain(r.t_alpha)],
  ['p', (r) => chance(r.p_alpha, r)],
  ['TE', (r) => percent(r.tracking_error)],
  ['R²', (r) => plain(r.r2)],
];
const SOURCES: readonly Column<RegressionRow>[] = [
  ['liquidity', (r) => plain(r.loadings?.liquidity ?? null)],
  ['momentum', (r) => plain(r.loadings?.momentum ?? null)],
  ['volatility', (r) => plain(r.loadings?.volatility ?? null)],
  ['total', (r) => percent(r.attribution?.total ?? null)],
  ['beta part', (r) => percent(r.attribution?.beta ?? null)],
  ['style part', (r) => percent(r.attribution?.style ?? null)],
  ['idiosyncratic', (r) => percent(r.attribution?.idiosyncratic ?? null)],
  ['rf (1 − β)', (r) => percent(r.attribution?.risk_free ?? null)],
];

/** Rows under one head, numbers to the right. */
function grid<R extends { name: string }>(columns: readonly Column<R>[], rows: readonly R[], label: (row: R) => string): string[] {
  const cells = [['', ...columns.map(([title]) => title)], ...rows.map((row) => [label(row), ...columns.map(([, cell]) => cell(row))])];
  const widths = cells[0]!.map((_, c) => Math.max(...cells.map((row) => row[c]!.length)));
  return cells.map((row) => row.map((cell, c) => (c === 0 ? cell.padEnd(widths[c]!) : cell.padStart(widths[c]!))).join('  ').trimEnd());
}

/** The paper's two tables for people; the paper's row follows a phase of its name, the rest of the paper stands below. */
export function printReport({ title, rows }: Report): string {
  const paperRows = new Set<PhaseRow>(PAPER_PHASES);
  const beside = [...rows.flatMap((row): PhaseRow[] => (paperRowOf(row.name) ? [row, paperRowOf(row.name)!] : [row])), ...PAPER_PHASES.filter((p) => !rows.some((row) => paperRowOf(row.name) === p))];
  const regressions = [...rows.map((row) => row.regression), PAPER_REGRESSION];
  const named = (row: RegressionRow): string => (row === PAPER_REGRESSION ? `paper: ${row.name}` : row.name);
  const causes = rows.filter((row) => row.regression.attribution_cause !== null).map((row) => `  ${row.name}: no attribution, ${row.regression.attribution_cause}`);
  return [
    title, ...rows.map((row) => `  ${row.name}: ${row.from} to ${row.to}`), '',
    'Results', ...grid(RESULTS, beside, (row) => (paperRows.has(row) ? `paper: ${row.name}` : row.name)), '',
    'Regression', ...grid(REGRESSION, regressions, named), '',
    'Style proxies and attribution of the annual return', ...grid(SOURCES, regressions, named), ...causes, '',
    PHASE_CAVEAT, PAPER_DEFINITIONS,
  ].join('\n');
}
