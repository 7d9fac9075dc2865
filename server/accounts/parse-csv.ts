import { fromDayNumber } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';
import { safeFen, toFen } from '@/server/execution/money';
import { decodeText } from '@/server/market/import/decode-text';
import type { SourceFile } from '@/server/market/import/guess-mapping';
import { MALFORMED, STAMP_DAY, scanDate, scanNumber } from '@/server/market/import/scan-cell';
import type { AccountFile } from './account-ledger';

export interface CsvTable {
  readonly name: string;
  readonly encoding: AccountFile['encoding'];
  readonly headers: readonly string[];
  /** `line` is 1-based in the file; the header is line 1. */
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

const MOST_ROWS = 2_000_000;
const MOST_CELLS = 1000;
const MOST_BYTES = 256 * 2 ** 20;

/** A comma-separated file with quoted cells (RFC 4180), UTF-8, BOM or GB18030. @throws AppError BAD_INPUT with file and line */
export function parseCsv(file: SourceFile): CsvTable {
  if (file.bytes.length > MOST_BYTES) throw new AppError('TOO_LARGE', `${file.name} has ${file.bytes.length} bytes; at most ${MOST_BYTES} are read.`);
  const { encoding, utf8 } = decodeText(file.bytes, file.name);
  const text = new TextDecoder().decode(utf8);
  const rows: { line: number; cells: string[] }[] = [];
  let cells: string[] = [];
  let cell = '';
  let line = 1;
  let startedAt = 1;
  let quoted = false;
  const endRow = (): void => {
    cells.push(cell);
    if (cells.some((c) => c.trim() !== '')) rows.push({ line: startedAt, cells });
    if (rows.length > MOST_ROWS) throw new AppError('TOO_LARGE', `${file.name} has more than ${MOST_ROWS} rows.`);
    cells = [];
    cell = '';
    startedAt = line;
  };
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c === '\n') line++;
    if (quoted) {
      if (c !== '"') cell += c;
      else if (text[i + 1] === '"') {
        cell += '"';
        i++;
      } else quoted = false;
    } else if (c === '"' && cell.trim() === '') {
      quoted = true;
      cell = '';
    } else if (c === ',') {
      if (cells.push(cell) > MOST_CELLS) throw new AppError('BAD_INPUT', `${file.name}:${startedAt} has more than ${MOST_CELLS} cells; this is no table of an account.`, { line: startedAt });
      cell = '';
    } else if (c === '\n') endRow();
    else if (c !== '\r') cell += c;
  }
  if (quoted) throw new AppError('BAD_INPUT', `${file.name}:${startedAt}: a quoted cell is never closed; the file is cut off or broken.`);
  endRow();
  const [head, ...body] = rows;
  if (!head) throw new AppError('BAD_INPUT', `${file.name} is empty.`);
  for (const row of body) refuseRagged(file.name, row, head.cells.length);
  return { name: file.name, encoding, headers: head.cells.map((h) => h.trim()), rows: body };
}

/** A row cut off, or a number such as 100,000.00 without quotes, moves or loses cells: nothing of it can be believed. Blank cells at the end are nobody's. */
function refuseRagged(name: string, { line, cells }: Row, columns: number): void {
  if (cells.length === columns || (cells.length > columns && cells.slice(columns).every((c) => c.trim() === ''))) return;
  throw new AppError('BAD_INPUT', `${name}:${line}: ${cells.length} cells where the header has ${columns}: the row is cut off, or a number has a comma and no quotes; nothing was imported.`, { line });
}

/** Position of the first of several header names, or −1. @throws AppError BAD_INPUT when the header has it twice */
export function findColumn(table: CsvTable, names: readonly string[]): number {
  const at = names.map((name) => table.headers.indexOf(name)).find((k) => k >= 0) ?? -1;
  if (at >= 0 && table.headers.lastIndexOf(table.headers[at]!) !== at) throw new AppError('BAD_INPUT', `${table.name}:1: the column ${table.headers[at]} stands twice in the header; nobody can know which one holds.`);
  return at;
}

/** As findColumn, for a column that must be there. @throws AppError BAD_INPUT */
export function requireColumn(table: CsvTable, names: readonly string[]): number {
  const at = findColumn(table, names);
  if (at < 0) throw new AppError('BAD_INPUT', `${table.name} has no column ${names.join(' or ')}; it has ${table.headers.slice(0, 20).join(', ')}.`, { headers: [...table.headers] });
  return at;
}

type Row = CsvTable['rows'][number];
const UTF8 = new TextEncoder();
const bytesOf = (row: Row, at: number): Uint8Array => UTF8.encode((row.cells[at] ?? '').trim());
const fault = (table: CsvTable, row: Row, at: number, what: string): AppError =>
  new AppError('BAD_INPUT', `${table.name}:${row.line}: ${table.headers[at]} ${JSON.stringify((row.cells[at] ?? '').slice(0, 40))} is not ${what}; nothing was imported.`, { line: row.line });

/** Calendar date of a cell. @throws AppError BAD_INPUT */
export function dateCell(table: CsvTable, row: Row, at: number): string {
  const bytes = bytesOf(row, at);
  const stamp = scanDate(bytes, 0, bytes.length, null);
  if (!Number.isFinite(stamp)) throw fault(table, row, at, 'a date');
  return fromDayNumber(Math.floor(stamp / STAMP_DAY));
}

/** Number of a cell, null when blank. @throws AppError BAD_INPUT */
export function numberCell(table: CsvTable, row: Row, at: number): number | null {
  const bytes = bytesOf(row, at);
  const value = scanNumber(bytes, 0, bytes.length);
  if (value === MALFORMED || Math.abs(value) === Number.POSITIVE_INFINITY) throw fault(table, row, at, 'a number');
  return Number.isNaN(value) ? null : value;
}

/** Money of a cell in fen, null when blank; `belowFen` is called when it has parts of a fen. @throws AppError BAD_INPUT */
export function fenCell(table: CsvTable, row: Row, at: number, belowFen?: () => void): number | null {
  const units = numberCell(table, row, at);
  if (units === null) return null;
  const fen = safeFen(toFen(units), `${table.name}:${row.line}: ${table.headers[at]}`);
  // A thousandth of a fen: above the noise of binary floats, below anything a broker writes.
  if (Math.abs(units * 100 - fen) > 1e-3) belowFen?.();
  // Never −0, which JSON and the content hash cannot tell from 0.
  return fen + 0;
}
