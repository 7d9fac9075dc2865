import { AppError } from '@/server/contracts/errors';
import { AMOUNT_UNITS, type AmountUnit, type FileMapping, type FileOverride, type ImportMapping, VOLUME_UNITS, type VolumeUnit } from '../import-ledger';
import { amountUnitHint, matchColumns, volumeUnitHint } from './column-names';
import { decodeText } from './decode-text';
import type { RawTable } from './raw-table';
import { readHeader, readTable } from './read-table';
import { isIndexSymbol, symbolFromFileName } from './symbol-names';

export interface SourceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const SAMPLE_BYTES = 64 * 1024;
const SAMPLE_ROWS = 40;
/** For a file that begins with days without trade. */
const LONG_SAMPLE_ROWS = 1000;

/**
 * How a file would be read: encoding, delimiter, columns, symbol, units, each with its reason. Show it before importing;
 * whatever a person says in `override` wins. @throws AppError BAD_INPUT when date or prices cannot be found
 */
export function guessMapping(file: SourceFile, override: FileOverride = {}): FileMapping {
  // A cut multi-byte character at the sample's end would look like another encoding: decode whole files up to the sample at a line end.
  const decoded = decodeText(file.bytes, file.name, override.encoding);
  return guessFromText(file.name, decoded.encoding, decoded.utf8, override);
}

/** The part of a mapping file that speaks about one file: general keys, then the keys under `files`. */
export function overrideFor(name: string, mapping: ImportMapping | undefined): FileOverride {
  if (!mapping) return {};
  const { files, board: _board, benchmark: _benchmark, splits: _splits, ...general } = mapping;
  const own = files?.[name] ?? files?.[name.slice(name.lastIndexOf('/') + 1)] ?? {};
  return { ...general, ...own, columns: { ...general.columns, ...own.columns } };
}

/** As guessMapping, for text that is already decoded. */
export function guessFromText(name: string, encoding: FileMapping['encoding'], utf8: Uint8Array, override: FileOverride = {}): FileMapping {
  const reasons: string[] = [];
  const delimiter = override.delimiter ?? guessDelimiter(utf8, name);
  const { headers } = readHeader(utf8, delimiter, name);
  const columns = { ...matchColumns(headers), ...override.columns };
  for (const field of ['date', 'open', 'high', 'low', 'close'] as const) {
    if (columns[field] === null) {
      throw new AppError('BAD_INPUT', `${name}: no column for ${field} among ${headers.slice(0, 20).join(', ')}. Name it in the mapping: {"columns": {"${field}": "HEADER"}}.`, { file: name, headers });
    }
  }
  const symbol = override.symbol !== undefined ? override.symbol : columns.symbol === null ? symbolFromFileName(name) : null;
  if (symbol !== null) reasons.push(`symbol ${symbol} from ${override.symbol ? 'the mapping' : 'the file name'}`);
  const used = new Set(Object.values(columns));
  const draft: FileMapping = {
    encoding, delimiter, columns, symbol,
    volumeUnit: 'shares', amountUnit: 'unit', dateOrder: null,
    ignored: headers.filter((h) => !used.has(h)),
    reasons,
  };
  const sample = utf8.subarray(0, lineEndBefore(utf8, SAMPLE_BYTES));
  const { dateOrder, table } = override.dateOrder ? { dateOrder: override.dateOrder, table: readTable(name, sample, { ...draft, dateOrder: override.dateOrder }, SAMPLE_ROWS) } : guessDateOrder(name, sample, draft);
  const units = guessUnits(table, () => readTable(name, sample, { ...draft, dateOrder }, LONG_SAMPLE_ROWS), draft, reasons);
  return { ...draft, dateOrder, volumeUnit: override.volumeUnit ?? units.volumeUnit, amountUnit: override.amountUnit ?? units.amountUnit };
}

function guessDelimiter(utf8: Uint8Array, name: string): string {
  const end = utf8.indexOf(0x0a);
  const line = new TextDecoder().decode(utf8.subarray(0, Math.min(end < 0 ? utf8.length : end, SAMPLE_BYTES)));
  const counts = [',', '\t', ';', '|'].map((d) => ({ d, n: line.split(d).length }));
  const best = counts.reduce((a, b) => (b.n > a.n ? b : a));
  if (best.n < 5) throw new AppError('BAD_INPUT', `${name}: the first line is no header of a bar table (comma, tab, semicolon or bar between at least five names): ${JSON.stringify(line.slice(0, 80))}.`, { file: name });
  return best.d;
}

function lineEndBefore(utf8: Uint8Array, limit: number): number {
  if (utf8.length <= limit) return utf8.length;
  const end = utf8.lastIndexOf(0x0a, limit);
  return end < 0 ? limit : end;
}

/** Day-first or month-first, told by a number above 12; null when the sample has the year in front or does not tell. With the sample as read. */
function guessDateOrder(name: string, sample: Uint8Array, draft: FileMapping): { dateOrder: 'mdy' | 'dmy' | null; table: RawTable } {
  const forward = readTable(name, sample, { ...draft, dateOrder: null }, SAMPLE_ROWS);
  if (forward.rows > 0) return { dateOrder: null, table: forward };
  const asMdy = readTable(name, sample, { ...draft, dateOrder: 'mdy' }, SAMPLE_ROWS);
  const asDmy = readTable(name, sample, { ...draft, dateOrder: 'dmy' }, SAMPLE_ROWS);
  if (asMdy.refusedTotal === asDmy.refusedTotal) return { dateOrder: null, table: forward };
  return asMdy.refusedTotal < asDmy.refusedTotal ? { dateOrder: 'mdy', table: asMdy } : { dateOrder: 'dmy', table: asDmy };
}

/** amount / (volume × close) of the rows that have all three, in order of size. */
function ratiosOf({ rows, columns }: RawTable): number[] {
  const ratios: number[] = [];
  for (let r = 0; r < rows; r++) {
    const ratio = columns.amount![r]! / (columns.volume![r]! * columns.close![r]!);
    if (ratio > 0 && Number.isFinite(ratio)) ratios.push(ratio);
  }
  return ratios.sort((a, b) => a - b);
}

/** Units from header hints, else from the median of amount / (volume · close), which is volumeUnit / amountUnit for any share. */
function guessUnits(table: RawTable, more: () => RawTable, draft: FileMapping, reasons: string[]): { volumeUnit: VolumeUnit; amountUnit: AmountUnit } {
  const volumeHint = draft.columns.volume ? volumeUnitHint(draft.columns.volume) : null;
  const amountHint = draft.columns.amount ? amountUnitHint(draft.columns.amount) : null;
  const fallback = { volumeUnit: volumeHint ?? 'shares', amountUnit: amountHint ?? 'unit' } as const;
  if (draft.columns.volume === null || draft.columns.amount === null) return fallback;
  if (table.symbols[0] !== undefined && isIndexSymbol(table.symbols[0])) {
    reasons.push('an index: its amount is not volume × price, units taken as given');
    return fallback;
  }
  const few = ratiosOf(table);
  const ratios = few.length > 0 ? few : ratiosOf(more());
  if (ratios.length === 0) return fallback;
  const median = ratios[ratios.length >> 1]!;
  for (const [volumeUnit, v] of Object.entries(VOLUME_UNITS) as [VolumeUnit, number][]) {
    for (const [amountUnit, a] of Object.entries(AMOUNT_UNITS) as [AmountUnit, number][]) {
      if (volumeUnit === 'ten-thousand-shares' && volumeHint !== volumeUnit) continue;
      if ((volumeHint !== null && volumeHint !== volumeUnit) || (amountHint !== null && amountHint !== amountUnit)) continue;
      if (Math.abs(Math.log((median * a) / v)) < 0.3) {
        reasons.push(`amount / (volume × close) is ${median.toPrecision(3)}: volume in ${volumeUnit}, amount in ${amountUnit === 'unit' ? 'currency units' : amountUnit}`);
        return { volumeUnit, amountUnit };
      }
    }
  }
  reasons.push(`units cannot be told (amount / (volume × close) is ${median.toPrecision(3)}); taken as given, say volumeUnit and amountUnit in the mapping`);
  return fallback;
}
