import { toDayNumber } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';
import { type FileMapping, IMPORT_FIELDS } from '../import-ledger';
import { whyNoBar } from './check-row';
import type { SourceFile } from './guess-mapping';
import { type NumberField, type RawTable, TableBuilder } from './raw-table';
import { STAMP_DAY } from './scan-cell';

const FEATURE = /(?:^|\/)features\/([^/]+)\/([^/.]+)\.day\.bin$/i;
/** Fields of a Qlib provider that become columns. The store is adjusted: price = raw × factor, volume = raw / factor. */
const PRICES = ['open', 'high', 'low', 'close'] as const;

/** A day takes 11 bytes: 250 years. */
const MAX_CALENDAR_BYTES = 1_000_000;

/** True when the files are a Qlib provider folder (features/SYMBOL/FIELD.day.bin). */
export function isQlibProvider(files: readonly SourceFile[]): boolean {
  return files.some((f) => FEATURE.test(f.name));
}

/**
 * Tables of a Qlib provider folder, one per symbol, with raw prices and shares put back from the factor. A .bin file is float32,
 * little endian: the index of its first day in calendars/day.txt, then one value a day. Raw prices are rounded to four decimals,
 * since a float32 holds seven digits.
 * @throws AppError BAD_INPUT when the calendar or a price field is missing, or a file runs past the calendar
 */
export function readQlibProvider(files: readonly SourceFile[]): RawTable[] {
  const calendarFile = files.find((f) => /(?:^|\/)calendars\/day\.txt$/.test(f.name));
  if (!calendarFile) throw new AppError('BAD_INPUT', 'This Qlib folder has no calendars/day.txt; give the whole provider folder.');
  if (calendarFile.bytes.length > MAX_CALENDAR_BYTES) throw new AppError('TOO_LARGE', `${calendarFile.name} has ${calendarFile.bytes.length} bytes; that is no calendar.`, { file: calendarFile.name });
  const calendar = new TextDecoder().decode(calendarFile.bytes).split(/\r?\n/).map((line) => line.trim().slice(0, 10)).filter((line) => line !== '').map(toDayNumber);
  const bad = calendar.findIndex((day, k) => Number.isNaN(day) || (k > 0 && day <= calendar[k - 1]!));
  if (bad >= 0) throw new AppError('BAD_INPUT', `${calendarFile.name}:${bad + 1}: not a date after the one before.`, { file: calendarFile.name, line: bad + 1 });
  const bySymbol = new Map<string, Map<string, SourceFile>>();
  for (const file of files) {
    const match = FEATURE.exec(file.name);
    if (!match) continue;
    const fields = bySymbol.get(match[1]!) ?? new Map<string, SourceFile>();
    fields.set(match[2]!.toLowerCase(), file);
    bySymbol.set(match[1]!, fields);
  }
  return [...bySymbol].map(([symbol, fields]) => readSymbol(symbol, fields, calendar));
}

interface BinColumn {
  readonly start: number;
  readonly values: Float32Array;
}

function readBin(file: SourceFile, days: number): BinColumn {
  if (file.bytes.length < 8 || file.bytes.length % 4 !== 0) throw new AppError('BAD_INPUT', `${file.name} has ${file.bytes.length} bytes; a Qlib column is a start index and float32 values.`, { file: file.name });
  const all = new Float32Array(new Uint8Array(file.bytes).buffer);
  const start = all[0]!;
  if (!Number.isInteger(start) || start < 0 || start + all.length - 1 > days) throw new AppError('BAD_INPUT', `${file.name} starts at ${start} with ${all.length - 1} values, but the calendar has ${days} days.`, { file: file.name });
  return { start, values: all.subarray(1) };
}

function readSymbol(symbol: string, fields: ReadonlyMap<string, SourceFile>, calendar: readonly number[]): RawTable {
  const column = (name: string): BinColumn | null => {
    const file = fields.get(name);
    return file ? readBin(file, calendar.length) : null;
  };
  const prices = PRICES.map((name) => {
    const found = column(name);
    if (!found) throw new AppError('BAD_INPUT', `features/${symbol} has no ${name}.day.bin.`);
    return found;
  });
  const [volume, amount, factor] = [column('volume'), column('amount') ?? column('money'), column('factor')];
  const close = prices[3]!;
  for (const [name, c] of [['open', prices[0]!], ['high', prices[1]!], ['low', prices[2]!], ['volume', volume], ['amount', amount], ['factor', factor]] as const) {
    if (c && (c.start !== close.start || c.values.length !== close.values.length)) {
      throw new AppError('BAD_INPUT', `features/${symbol}/${name}.day.bin holds days ${c.start} to ${c.start + c.values.length - 1} of the calendar and close.day.bin ${close.start} to ${close.start + close.values.length - 1}: one of them is cut off. Dump this symbol again; nothing was imported.`, { symbol, field: name });
    }
  }
  const given: NumberField[] = [...PRICES, ...(volume ? (['volume'] as const) : []), ...(amount ? (['amount'] as const) : []), ...(factor ? (['factor'] as const) : [])];
  const builder = new TableBuilder(given);
  const at = builder.indexOfSymbol(symbol.toUpperCase());
  const layout = { open: 0, high: 1, low: 2, close: 3, volume: given.indexOf('volume'), amount: given.indexOf('amount'), preclose: -1, factor: given.indexOf('factor'), tradestatus: -1 };
  const value = (c: BinColumn, day: number): number => c.values[day - c.start] ?? Number.NaN;
  const row = new Float64Array(given.length);
  for (let day = close.start; day < close.start + close.values.length; day++) {
    const f = factor ? value(factor, day) : 1;
    prices.forEach((c, k) => {
      row[k] = Math.round((value(c, day) / f) * 10_000) / 10_000;
    });
    if (volume) row[layout.volume] = Math.round(value(volume, day) * f);
    if (amount) row[layout.amount] = value(amount, day);
    if (factor) row[given.length - 1] = f;
    const reason = Number.isNaN(f) && value(close, day) > 0 ? 'factor is missing on a day with a price' : whyNoBar(row, layout, given, (k) => String(row[k]));
    if (reason !== null) builder.refuse(day + 1, reason);
    else builder.push(at, calendar[day]! * STAMP_DAY, day + 1, row, 2);
  }
  const mapping: FileMapping = {
    encoding: 'binary', delimiter: ',', symbol: symbol.toUpperCase(), volumeUnit: 'shares', amountUnit: 'unit', dateOrder: null,
    columns: Object.fromEntries(IMPORT_FIELDS.map((f) => [f, f === 'date' ? 'calendars/day.txt' : (given as string[]).includes(f) ? `${f}.day.bin` : null])) as FileMapping['columns'],
    ignored: [...fields.keys()].filter((name) => !(given as string[]).includes(name)),
    reasons: [factor ? 'Qlib store: raw price = stored / factor, raw volume = stored × factor' : 'Qlib store without factor: prices taken as they are'],
  };
  return builder.finish(`features/${symbol}`, [...fields.values()].reduce((sum, f) => sum + f.bytes.length, 0), mapping);
}
