import { AppError } from '@/server/contracts/errors';
import type { FileMapping } from '../import-ledger';
import { type RowLayout, whyNoBar } from './check-row';
import { NUMBER_FIELDS, type NumberField, type RawTable, TableBuilder } from './raw-table';
import { cleanSymbol } from './symbol-names';
import { cellText, countDecimals, EXACT_DIGITS, MALFORMED, POWERS_OF_TEN, scanDate, scanNumber } from './scan-cell';

/** More header cells than any bar file has: a bomb or a matrix, not a bar file. */
const MAX_COLUMNS = 1000;
const PRICES: ReadonlySet<NumberField> = new Set<NumberField>(['open', 'high', 'low', 'close', 'preclose', 'adjclose']);
const NEWLINE = 0x0a;
const COMMA = 0x2c;
const POINT = 0x2e;
const QUOTE = 0x22;

/** Header cells of the first non-empty line, and where the rows start. @throws AppError BAD_INPUT on an empty or absurd header */
export function readHeader(utf8: Uint8Array, delimiter: string, name: string): { headers: string[]; start: number; line: number } {
  let start = 0;
  let line = 1;
  while (start < utf8.length && (utf8[start] === NEWLINE || utf8[start] === 0x0d)) if (utf8[start++] === NEWLINE) line++;
  let end = utf8.indexOf(NEWLINE, start);
  if (end < 0) end = utf8.length;
  if (end - start > 64 * 1024) throw new AppError('BAD_INPUT', `${name}:${line}: the header line is ${end - start} bytes long; this is no bar file.`, { file: name, line });
  const headers = splitHeader(cellText(utf8, start, end, end - start), delimiter);
  if (headers.length > MAX_COLUMNS) throw new AppError('BAD_INPUT', `${name}:${line}: ${headers.length} columns; at most ${MAX_COLUMNS} are read.`, { file: name, line });
  if (headers.join('') === '') throw new AppError('BAD_INPUT', `${name} is empty.`, { file: name });
  return { headers, start: Math.min(end + 1, utf8.length), line };
}

function splitHeader(text: string, delimiter: string): string[] {
  const cells: string[] = [];
  let quoted = false;
  let from = 0;
  for (let i = 0; i <= text.length; i++) {
    if (text[i] === '"') quoted = !quoted;
    if (i < text.length && (quoted || text[i] !== delimiter)) continue;
    cells.push(text.slice(from, i).trim().replace(/^"(.*)"$/, '$1').replaceAll('""', '"').trim());
    from = i + 1;
  }
  return cells;
}

/**
 * Parse a delimited file by its mapping, byte by byte: no string is made for a number. Rows that are no bars are refused with
 * line and reason; `maxRows` stops early (for a guess from a sample). A file that ends inside a row is cut off and refused whole.
 * @throws AppError BAD_INPUT
 */
export function readTable(name: string, utf8: Uint8Array, mapping: FileMapping, maxRows = Number.POSITIVE_INFINITY): RawTable {
  const { headers, start, line: headerLine } = readHeader(utf8, mapping.delimiter, name);
  const given = NUMBER_FIELDS.filter((field) => mapping.columns[field] !== null);
  const slotOf = new Int32Array(headers.length).fill(-1);
  const place = (header: string | null, slot: number, field: string): void => {
    if (header === null) return;
    const at = headers.indexOf(header);
    if (at < 0) throw new AppError('BAD_INPUT', `${name}: the mapping names the column ${JSON.stringify(header)} for ${field}, but the file has ${headers.slice(0, 20).join(', ')}.`, { file: name });
    if (at !== headers.lastIndexOf(header)) throw new AppError('BAD_INPUT', `${name}:${headerLine}: the column ${JSON.stringify(header)} for ${field} stands twice in the header; nobody can know which one holds. Rename or remove one.`, { file: name, line: headerLine });
    slotOf[at] = slot;
  };
  const DATE = given.length;
  const SYMBOL = given.length + 1;
  for (const [k, field] of given.entries()) place(mapping.columns[field], k, field);
  place(mapping.columns.date, DATE, 'date');
  place(mapping.columns.symbol, SYMBOL, 'symbol');
  const slot = (field: NumberField): number => given.indexOf(field);
  const layout: RowLayout = { open: slot('open'), high: slot('high'), low: slot('low'), close: slot('close'), volume: slot('volume'), amount: slot('amount'), preclose: slot('preclose'), factor: slot('factor'), tradestatus: slot('tradestatus') };
  const closeSlot = layout.close;
  const isPrice = given.map((field) => PRICES.has(field));
  const builder = new TableBuilder(given, Math.min(maxRows, expectedRows(utf8, start)));
  const values = new Float64Array(given.length);
  const cellFrom = new Int32Array(given.length + 2);
  const cellTo = new Int32Array(given.length + 2);
  const delimiter = mapping.delimiter.charCodeAt(0);
  const columns = headers.length;
  const text = (slot: number): string => cellText(utf8, cellFrom[slot]!, cellTo[slot]!);
  let symbol = mapping.symbol === null ? -1 : builder.indexOfSymbol(mapping.symbol);
  let symbolFrom = 0;
  let symbolTo = 0;
  let cutInQuote = false;
  let closeDecimals = 0;
  const end = utf8.length;
  let line = headerLine;
  let i = start;
  while (i < utf8.length && builder.rows < maxRows) {
    line++;
    const rowStart = i;
    const rowLine = line;
    let column = 0;
    let ended = false;
    while (!ended) {
      let from = i;
      let to: number;
      const slot = column < columns ? slotOf[column]! : -1;
      if (slot >= 0 && slot < DATE) {
        // One pass for the scan and the number: sign, digits, one point. Anything else takes the general way below, from the start.
        let b = i < end ? utf8[i]! : NEWLINE;
        const negative = b === 0x2d;
        if (negative) b = ++i < end ? utf8[i]! : NEWLINE;
        let mantissa = 0;
        let digits = 0;
        let point = -1;
        for (;;) {
          const d = b - 0x30;
          if (d >= 0 && d <= 9) {
            mantissa = mantissa * 10 + d;
            digits++;
          } else if (b === 0x2e && point < 0) point = digits;
          else break;
          b = ++i < end ? utf8[i]! : NEWLINE;
        }
        if ((b === delimiter || b === NEWLINE) && digits > 0 && digits <= EXACT_DIGITS) {
          const decimals = point < 0 ? 0 : digits - point;
          const value = decimals === 0 ? mantissa : mantissa / POWERS_OF_TEN[decimals]!;
          values[slot] = negative ? -value : value;
          cellFrom[slot] = from;
          cellTo[slot] = i;
          if (slot === closeSlot) closeDecimals = decimals;
          column++;
          ended = b === NEWLINE;
          i++;
          continue;
        }
        i = from;
      }
      if (utf8[i] === QUOTE) {
        from = ++i;
        for (;;) {
          while (i < utf8.length && utf8[i] !== QUOTE) if (utf8[i++] === NEWLINE) line++;
          if (utf8[i + 1] !== QUOTE) break;
          i += 2;
        }
        cutInQuote = i >= utf8.length;
        to = Math.min(i, utf8.length);
        i++;
        while (i < utf8.length && utf8[i] !== delimiter && utf8[i] !== NEWLINE) i++;
      } else {
        while (i < utf8.length && utf8[i] !== delimiter && utf8[i] !== NEWLINE) i++;
        to = i;
        if (utf8[to - 1] === 0x0d && to > from) to--;
      }
      if (slot >= 0) {
        cellFrom[slot] = from;
        cellTo[slot] = to;
        if (slot < DATE) values[slot] = isPrice[slot] && hasLoneComma(utf8, from, to) ? MALFORMED : scanNumber(utf8, from, to);
        if (slot === closeSlot) closeDecimals = countDecimals(utf8, from, to);
      } else if (column >= columns && to > from) column = MAX_COLUMNS * 2;
      column++;
      ended = i >= utf8.length || utf8[i] === NEWLINE;
      i++;
    }
    if (column === 1 && i - rowStart <= 2 && !(utf8[rowStart]! > 0x20)) continue;
    if (i > utf8.length && maxRows === Number.POSITIVE_INFINITY && (column < columns || cutInQuote || (i > rowStart + 1 && utf8[utf8.length - 1] === delimiter))) throw cutOff(name, rowLine, column < columns ? `${column} of ${columns} cells` : 'an unfinished last cell');
    if (column < columns || column > MAX_COLUMNS * 2) {
      builder.refuse(rowLine, column < columns ? `row has ${column} of ${columns} cells` : `row has more than ${columns} cells`);
      continue;
    }
    // The last row of a file without a final line break that is no bar is what a cut leaves: half a date, a symbol or a price.
    const refuse = (reason: string): void => {
      if (i > utf8.length && maxRows === Number.POSITIVE_INFINITY) throw cutOff(name, rowLine, `its last row is no bar: ${reason}`);
      builder.refuse(rowLine, reason);
    };
    const stamp = scanDate(utf8, cellFrom[DATE]!, cellTo[DATE]!, mapping.dateOrder);
    if (Number.isNaN(stamp) || stamp === MALFORMED) {
      refuse(`date ${JSON.stringify(text(DATE).slice(0, 40))} is not a calendar date${mapping.dateOrder ? '' : ' (say dateOrder in the mapping if day or month stands first)'}`);
      continue;
    }
    if (mapping.symbol === null && !sameBytes(utf8, symbolFrom, symbolTo, cellFrom[SYMBOL]!, cellTo[SYMBOL]!)) {
      symbolFrom = cellFrom[SYMBOL]!;
      symbolTo = cellTo[SYMBOL]!;
      const found = cleanSymbol(text(SYMBOL));
      symbol = found === null ? -1 : builder.indexOfSymbol(found);
    }
    const reason = symbol < 0 ? (text(SYMBOL) === '' ? 'symbol is missing' : `symbol ${JSON.stringify(text(SYMBOL).slice(0, 40))} is no code`) : whyNoBar(values, layout, given, text);
    if (reason !== null) refuse(reason);
    else builder.push(symbol, stamp, rowLine, values, closeDecimals);
  }
  return builder.finish(name, utf8.length, mapping);
}

/** A price such as 10,250 is ten and a quarter in half of Europe and ten thousand elsewhere: it is refused, never guessed. */
function hasLoneComma(bytes: Uint8Array, from: number, to: number): boolean {
  let commas = 0;
  for (let k = from; k < to; k++) {
    if (bytes[k] === POINT) return false;
    if (bytes[k] === COMMA) commas++;
  }
  return commas === 1;
}

/** Rows by the length of the first, a little more: short rows come first where numbers grow. */
function expectedRows(utf8: Uint8Array, start: number): number {
  const first = utf8.indexOf(NEWLINE, start) + 1 - start;
  return first > 0 ? ((utf8.length - start) / Math.max(first, 16)) * 1.1 : 16;
}

function cutOff(name: string, line: number, how: string): AppError {
  return new AppError('BAD_INPUT', `${name}:${line}: the file ends in the middle of a row (${how}, no line break): it is cut off. Nothing was imported.`, { file: name, line });
}

function sameBytes(bytes: Uint8Array, from: number, to: number, otherFrom: number, otherTo: number): boolean {
  if (to - from !== otherTo - otherFrom || to === from) return false;
  for (let k = 0; k < to - from; k++) if (bytes[from + k] !== bytes[otherFrom + k]) return false;
  return true;
}
