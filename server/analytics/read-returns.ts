import { isCalendarDate } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';
import { plainNumber } from '@/server/contracts/plain-number';

export interface ReturnsTable {
  /** null when the file has no date column. */
  readonly dates: string[] | null;
  readonly returns: Float64Array;
  readonly benchmark: Float64Array | null;
}

export interface ReturnsColumns {
  readonly column: string;
  readonly benchmarkColumn?: string | null;
}

const DATE_NAMES = new Set(['date', 'datetime', 'day', '日期', '成交日期']);
const MAX_ROWS = 5_000_000;

/** The header cells of a table of returns, and its delimiter: the first of comma, tab and semicolon that the header has. */
export function headerOf(text: string): { headers: string[]; delimiter: string } {
  const line = text.replace(/^\ufeff/, '').slice(0, 65_536).split(/\r\n|\n|\r/, 1)[0]!;
  const delimiter = [',', '\t', ';'].find((d) => line.includes(d)) ?? ',';
  return { headers: cellsOf(line, delimiter), delimiter };
}

/** No portfolio moves by a fifth on its middling day: such a column holds a NAV, index levels or per cent. */
const MOST_USUAL_MOVE = 0.2;
const LEAST_ROWS = 3;

/** @throws AppError BAD_INPUT when the values can be no simple returns as fractions */
function refuseOtherThanReturns(values: readonly number[], name: string, column: string): void {
  if (values.length < LEAST_ROWS) return;
  const median = Float64Array.from(values, Math.abs).sort()[values.length >> 1]!;
  if (median > MOST_USUAL_MOVE) throw new AppError('BAD_INPUT', `${name}: half of the values of ${column} are ${Number(median.toPrecision(4))} or more away from 0, a move of ${Number((median * 100).toPrecision(4))} % a day: a NAV, index levels or per cent. Give simple returns as fractions, 0.01 for 1 %.`, { column, median });
}

const cellsOf = (line: string, delimiter: string): string[] => line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1').trim());

/**
 * Simple returns from a small CSV with a header. Nothing is guessed: the columns are named; a blank or malformed cell, a row with other
 * cells than the header (a decimal comma makes two of one number), a duplicate or disordered date is an error with its line.
 * @throws AppError BAD_INPUT with file and line, or naming a column that holds levels or per cent
 */
export function readReturns(text: string, name: string, columns: ReturnsColumns): ReturnsTable {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const { headers, delimiter } = headerOf(text);
  const find = (header: string): number => {
    const at = headers.indexOf(header);
    if (at !== headers.lastIndexOf(header)) throw new AppError('BAD_INPUT', `${name}:1: the column ${JSON.stringify(header)} stands twice in the header; name each column once.`, { headers });
    if (at < 0) throw new AppError('BAD_INPUT', `${name}: there is no column ${JSON.stringify(header)}; it has ${headers.slice(0, 20).join(', ')}.`, { headers });
    return at;
  };
  const returnAt = find(columns.column);
  const benchmarkAt = columns.benchmarkColumn ? find(columns.benchmarkColumn) : -1;
  const dateAt = headers.findIndex((h) => DATE_NAMES.has(h.toLowerCase()));
  if (lines.length > MAX_ROWS) throw new AppError('TOO_LARGE', `${name} has more than ${MAX_ROWS} lines.`);
  const dates: string[] = [];
  const returns: number[] = [];
  const benchmark: number[] = [];
  const number = (cells: readonly string[], at: number, line: number): number => {
    const cell = cells[at]!;
    const value = plainNumber(cell);
    if (value === null) throw new AppError('BAD_INPUT', `${name}:${line}: ${headers[at]} ${JSON.stringify(cell)} is not a finite number.`, { line });
    return value;
  };
  for (let i = 1; i < lines.length; i++) {
    if (lines[i]!.trim() === '') continue;
    const cells = cellsOf(lines[i]!, delimiter);
    if (cells.length !== headers.length) throw new AppError('BAD_INPUT', `${name}:${i + 1}: ${cells.length} cells where the header has ${headers.length}; write numbers with a decimal point and without thousands separators.`, { line: i + 1 });
    if (dateAt >= 0) {
      const cell = cells[dateAt]!;
      const date = cell.slice(0, 10);
      // A time of day may follow; the calendar day is the one that is written.
      if (!isCalendarDate(date) || !/^(?:[T ]|$)/.test(cell.slice(10))) throw new AppError('BAD_INPUT', `${name}:${i + 1}: ${JSON.stringify(cell)} is not a date YYYY-MM-DD.`, { line: i + 1 });
      if (dates.length > 0 && date <= dates[dates.length - 1]!) throw new AppError('BAD_INPUT', `${name}:${i + 1}: ${date} does not come after ${dates[dates.length - 1]}.`, { line: i + 1 });
      dates.push(date);
    }
    returns.push(number(cells, returnAt, i + 1));
    if (benchmarkAt >= 0) benchmark.push(number(cells, benchmarkAt, i + 1));
  }
  refuseOtherThanReturns(returns, name, headers[returnAt]!);
  if (benchmarkAt >= 0) refuseOtherThanReturns(benchmark, name, headers[benchmarkAt]!);
  return { dates: dateAt >= 0 ? dates : null, returns: Float64Array.from(returns), benchmark: benchmarkAt >= 0 ? Float64Array.from(benchmark) : null };
}
