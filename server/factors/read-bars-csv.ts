import { isCalendarDate } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';
import { plainNumber } from '@/server/contracts/plain-number';
import { FACTOR_FIELDS, type FactorField } from './ast';
import type { FactorBars } from './evaluate';

export interface SymbolBars {
  symbol: string;
  dates: string[];
  bars: FactorBars;
}

/** Cells of one CSV line; quotes around a cell are taken off. */
const cellsOf = (line: string): string[] => line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'));

function numberAt(text: string, file: string, line: number, column: string): number {
  if (text === '' || /^(nan|null|na)$/i.test(text)) return Number.NaN;
  const value = plainNumber(text);
  if (value === null) throw new AppError('BAD_INPUT', `${file}:${line}: ${column} is "${text}", which is not a number; leave the cell empty where there is no value.`);
  return value;
}

/**
 * Reads a CSV with the columns date, symbol (optional), open, high, low, close, volume, vwap (optional; NaN when absent)
 * into one set of columns per symbol, dates strictly increasing. @throws AppError BAD_INPUT naming file and line
 */
export function readBarsCsv(text: string, file: string): SymbolBars[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  const header = cellsOf(lines[0] ?? '').map((name) => name.toLowerCase().replace(/^\$/, ''));
  const column = (name: string) => header.indexOf(name);
  const missing = ['date', 'open', 'high', 'low', 'close', 'volume'].filter((name) => column(name) < 0);
  if (missing.length > 0) throw new AppError('BAD_INPUT', `${file}:1: the columns ${missing.join(', ')} are missing; the header reads ${JSON.stringify(lines[0] ?? '')}.`);

  const rows = new Map<string, { dates: string[]; values: Record<FactorField, number[]> }>();
  for (let i = 1; i < lines.length; i++) {
    if (lines[i]!.trim() === '') continue;
    const cells = cellsOf(lines[i]!);
    if (cells.length !== header.length) throw new AppError('BAD_INPUT', `${file}:${i + 1}: ${cells.length} cells where the header has ${header.length}.`);
    const date = cells[column('date')]!;
    if (!isCalendarDate(date.slice(0, 10)) || !/^(?:[T ]|$)/.test(date.slice(10))) throw new AppError('BAD_INPUT', `${file}:${i + 1}: date is "${date}"; write it as 2024-07-01.`);
    const symbol = column('symbol') < 0 ? '' : cells[column('symbol')]!;
    let own = rows.get(symbol);
    if (!own) rows.set(symbol, (own = { dates: [], values: Object.fromEntries(FACTOR_FIELDS.map((f) => [f, [] as number[]])) as Record<FactorField, number[]> }));
    const day = date.slice(0, 10);
    const last = own.dates[own.dates.length - 1];
    if (last !== undefined && day <= last) throw new AppError('BAD_INPUT', `${file}:${i + 1}: ${day} follows ${last}${symbol ? ` of ${symbol}` : ''}; dates must increase and occur once.`);
    own.dates.push(day);
    for (const field of FACTOR_FIELDS) own.values[field].push(column(field) < 0 ? Number.NaN : numberAt(cells[column(field)]!, file, i + 1, field));
  }
  if (rows.size === 0) throw new AppError('BAD_INPUT', `${file}: there are no rows under the header.`);
  return [...rows].map(([symbol, { dates, values }]) => ({ symbol, dates, bars: Object.fromEntries(FACTOR_FIELDS.map((f) => [f, Float64Array.from(values[f])])) as unknown as FactorBars }));
}
