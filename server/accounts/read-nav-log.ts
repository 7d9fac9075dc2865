import { AppError } from '@/server/contracts/errors';
import type { SourceFile } from '@/server/market/import/guess-mapping';
import type { AccountFile, AccountFinding, AccountLedger } from './account-ledger';
import { type CsvTable, dateCell, fenCell, findColumn, numberCell, parseCsv, requireColumn } from './parse-csv';

export interface AccountDay {
  readonly date: string;
  readonly navFen: number;
  /** Deposit (+) or withdrawal (−), taken as made at the start of the day. */
  readonly flowFen: number;
  readonly benchmarkReturn: number | null;
}

export interface NavLog {
  readonly days: AccountDay[];
  readonly benchmark: AccountLedger['benchmark'];
  readonly file: AccountFile;
  readonly findings: AccountFinding[];
}

// QuantPits' names first, the legacy ones after them.
const DATE = ['成交日期', '日期', 'date'];
const NAV = ['收盘价值', '当日结存', '总资产'];
const FLOW = ['CASHFLOW', '今日出入金', '资金发生数'];
const BENCHMARK = ['CSI300', 'SH000300', '000300.SH', '沪深300'];

/**
 * Daily NAV, flows and benchmark from `daily_amount_log_full.csv`. The NAV holds the cash. Disorder, duplicates and blank NAVs refuse
 * the file whole, because every return after them would be wrong. @throws AppError BAD_INPUT with file and line
 */
export function readNavLog(source: SourceFile): NavLog {
  const table = parseCsv(source);
  const dateAt = requireColumn(table, DATE);
  const navAt = requireColumn(table, NAV);
  const flowAt = findColumn(table, FLOW);
  const findings: AccountFinding[] = [];
  let belowFen = 0;
  let blankFlows = 0;
  const note = (): void => {
    belowFen++;
  };
  const days = table.rows.map((row, i) => {
    const date = dateCell(table, row, dateAt);
    const before = i > 0 ? dateCell(table, table.rows[i - 1]!, dateAt) : null;
    if (before !== null && date <= before) throw new AppError('BAD_INPUT', `${table.name}:${row.line}: ${date} ${date === before ? 'occurs twice' : `stands after ${before}`}; nothing was imported.`, { line: row.line });
    const navFen = fenCell(table, row, navAt, note);
    if (navFen === null || navFen < 0) throw new AppError('BAD_INPUT', `${table.name}:${row.line}: ${table.headers[navAt]} is ${navFen === null ? 'blank' : 'negative'} on ${date}; nothing was imported.`, { line: row.line });
    const flow = flowAt < 0 ? 0 : fenCell(table, row, flowAt, note);
    if (flow === null) blankFlows++;
    return { date, navFen, flowFen: flow ?? 0 };
  });
  if (days.length < 2) throw new AppError('BAD_INPUT', `${table.name} has ${days.length} day(s); a return needs two.`);
  if (blankFlows > 0) findings.push({ kind: 'blank-flow', date: null, detail: `${blankFlows} blank cash flow(s) were taken as 0.`, evidence: { rows: blankFlows } });
  if (belowFen > 0) findings.push({ kind: 'below-fen', date: null, detail: `${belowFen} amount(s) with parts of a fen were rounded to the fen.`, evidence: { cells: belowFen } });
  const { benchmark, returns } = readBenchmark(table, findings);
  return {
    days: days.map((day, i) => ({ ...day, benchmarkReturn: returns[i] ?? null })),
    benchmark, findings,
    file: { name: table.name, encoding: table.encoding, rowsKept: days.length, rowsIgnored: [], rowsIgnoredTotal: 0 },
  };
}

/**
 * The benchmark column as daily returns. It may hold levels or returns under the same name; QuantPits tells them apart by size
 * (returns when one is negative, or when mean < 0.2 and max < 0.5), and so do we. A missing value is a gap, never filled.
 */
function readBenchmark(table: CsvTable, findings: AccountFinding[]): { benchmark: NavLog['benchmark']; returns: (number | null)[] } {
  const named = findColumn(table, BENCHMARK);
  const at = named >= 0 ? named : table.headers.findIndex((h) => /^(?:(?:SH|SZ)\d{6}|\d{6}\.(?:SH|SZ))$/i.test(h));
  const values = at < 0 ? [] : table.rows.map((row) => numberCell(table, row, at));
  const given = values.filter((v) => v !== null);
  if (given.length === 0) {
    findings.push({ kind: 'no-benchmark', date: null, detail: 'There is no benchmark column with values; nothing can be said about alpha and beta.', evidence: {} });
    return { benchmark: null, returns: [] };
  }
  const column = table.headers[at]!;
  const lowest = Math.min(...extremes(given));
  const highest = Math.max(...extremes(given));
  const mean = given.reduce((a, b) => a + b, 0) / given.length;
  const asReturns = lowest < 0 || (mean < 0.2 && highest < 0.5);
  const gaps = values.length - given.length;
  if (gaps > 0) findings.push({ kind: 'benchmark-gap', date: null, detail: `${column} is blank on ${gaps} day(s); a stretch with such a day has no benchmark figures.`, evidence: { rows: gaps } });
  const reason = `values from ${lowest} to ${highest}: ${asReturns ? 'daily returns' : 'index levels'}`;
  return {
    benchmark: { column, kind: asReturns ? 'return' : 'level', reason },
    returns: values.map((value, i) => {
      const last = i > 0 ? values[i - 1] : null;
      if (i === 0 || value == null) return null;
      if (asReturns) return value;
      return last == null || last === 0 ? null : value / last - 1;
    }),
  };
}

/** Least and greatest, without spreading a long array into arguments. */
function extremes(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(([lo, hi], v) => [Math.min(lo, v), Math.max(hi, v)], [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
}
