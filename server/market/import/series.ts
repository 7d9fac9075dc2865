import { fromDayNumber } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';
import { AMOUNT_UNITS, type Finding, VOLUME_UNITS } from '../import-ledger';
import { aggregateIntraday } from './aggregate-intraday';
import type { RawTable } from './raw-table';
import { STAMP_DAY } from './scan-cell';

/** Daily rows of one symbol, oldest first, in shares and currency units. NaN = not given. */
export interface Series {
  readonly symbol: string;
  readonly days: Int32Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  readonly volume: Float64Array;
  readonly amount: Float64Array;
  readonly preclose: Float64Array | null;
  readonly factor: Float64Array | null;
  /** Last decimal place of the adjusted closes that the factor was made of; 0 when factors are given. */
  readonly adjustedUnit: number;
  readonly tradestatus: Float64Array | null;
  readonly isst: Float64Array | null;
  readonly closeDecimals: Uint8Array;
  readonly hasVolume: boolean;
}

/** All listed shares of any country are fewer. */
const MAX_SYMBOLS = 20_000;

/** Rows of one symbol in one file. */
interface Chunk {
  readonly table: RawTable;
  /** Row numbers in the table, in file order. */
  readonly rows: Int32Array;
}

/**
 * One series per symbol over all files. Duplicates and disorder are refused: the import stops with every offending file and
 * line, because nobody can know which of two bars is the true one. A file that runs newest-first is turned round and noted.
 * @throws AppError BAD_INPUT with details.violations
 */
export function buildSeries(tables: readonly RawTable[], findings: Finding[]): { series: Series[]; dropped: Map<string, number> } {
  const chunks = new Map<string, Chunk[]>();
  for (const table of tables) {
    const counts = new Int32Array(table.symbols.length);
    for (let r = 0; r < table.rows; r++) counts[table.symbolAt[r]!]!++;
    const rowsOf = table.symbols.map((_, k) => new Int32Array(counts[k]!));
    const at = new Int32Array(table.symbols.length);
    for (let r = 0; r < table.rows; r++) {
      const k = table.symbolAt[r]!;
      rowsOf[k]![at[k]!++] = r;
    }
    table.symbols.forEach((symbol, k) => {
      if (counts[k] === 0) return;
      const list = chunks.get(symbol) ?? [];
      list.push({ table, rows: rowsOf[k]! });
      chunks.set(symbol, list);
    });
  }
  if (chunks.size > MAX_SYMBOLS) throw new AppError('TOO_LARGE', `The files name ${chunks.size} symbols; at most ${MAX_SYMBOLS} fit in one market. Is the symbol column the right one?`);
  const violations: string[] = [];
  const series: Series[] = [];
  const dropped = new Map<string, number>();
  for (const symbol of [...chunks.keys()].sort()) {
    const ordered = orderChunks(symbol, chunks.get(symbol)!, violations, findings);
    if (violations.length > 0 || ordered.length === 0) continue;
    const daily = collect(symbol, ordered);
    series.push(aggregateIntraday(daily.series, daily.times, findings, (count) => dropped.set(ordered[0]!.table.name, (dropped.get(ordered[0]!.table.name) ?? 0) + count)));
  }
  if (violations.length > 0) {
    throw new AppError('BAD_INPUT', `Nothing was imported: ${violations[0]}${violations.length > 1 ? ` (and ${violations.length - 1} more)` : ''}. Correct the file and import again.`, { violations: violations.slice(0, 200) });
  }
  return { series, dropped };
}

function orderChunks(symbol: string, list: Chunk[], violations: string[], findings: Finding[]): Chunk[] {
  const turned = list.map((chunk) => {
    const { table, rows } = chunk;
    const stamp = (k: number): number => table.stamp[rows[k]!]!;
    const descending = rows.length > 1 && stamp(0) > stamp(rows.length - 1);
    for (let k = 1; k < rows.length && violations.length < 1000; k++) {
      const step = descending ? stamp(k - 1) - stamp(k) : stamp(k) - stamp(k - 1);
      if (step > 0) continue;
      const date = fromDayNumber(Math.floor(stamp(k) / STAMP_DAY));
      violations.push(
        step === 0
          ? `${table.name}:${table.line[rows[k]!]}: ${symbol} ${date} occurs twice (first on line ${table.line[rows[k - 1]!]})`
          : `${table.name}:${table.line[rows[k]!]}: ${symbol} ${date} stands after a ${descending ? 'earlier' : 'later'} date (line ${table.line[rows[k - 1]!]})`,
      );
    }
    if (!descending) return chunk;
    findings.push({ kind: 'descending', symbol, date: null, detail: `${table.name} runs newest first; its ${rows.length} rows were turned round.`, evidence: { rows: rows.length } });
    return { table, rows: rows.slice().reverse() };
  });
  turned.sort((a, b) => a.table.stamp[a.rows[0]!]! - b.table.stamp[b.rows[0]!]!);
  for (let k = 1; k < turned.length; k++) {
    const before = turned[k - 1]!;
    const after = turned[k]!;
    const lastStamp = before.table.stamp[before.rows[before.rows.length - 1]!]!;
    const firstStamp = after.table.stamp[after.rows[0]!]!;
    if (firstStamp <= lastStamp) violations.push(`${after.table.name}:${after.table.line[after.rows[0]!]}: ${symbol} ${fromDayNumber(Math.floor(firstStamp / STAMP_DAY))} is also covered by ${before.table.name}`);
  }
  return turned;
}

function collect(symbol: string, chunks: readonly Chunk[]): { series: Series; times: Int32Array } {
  const total = chunks.reduce((sum, c) => sum + c.rows.length, 0);
  const days = new Int32Array(total);
  const times = new Int32Array(total);
  const closeDecimals = new Uint8Array(total);
  let at = 0;
  for (const { table, rows } of chunks) {
    for (const r of rows) {
      const stamp = table.stamp[r]!;
      days[at] = Math.floor(stamp / STAMP_DAY);
      times[at] = stamp % STAMP_DAY;
      closeDecimals[at++] = table.closeDecimals[r]!;
    }
  }
  const column = (field: keyof RawTable['columns'], scale: (table: RawTable) => number = () => 1): Float64Array | null => {
    if (!chunks.some(({ table }) => table.columns[field])) return null;
    const only = chunks.length === 1 ? chunks[0]! : null;
    // A file of one symbol, oldest first, is its series already.
    if (only && only.rows.length === only.table.rows && only.rows[0] === 0 && scale(only.table) === 1) return only.table.columns[field]!;
    const out = new Float64Array(total).fill(Number.NaN);
    let to = 0;
    for (const { table, rows } of chunks) {
      const from = table.columns[field];
      const by = scale(table);
      for (let k = 0; k < rows.length; k++, to++) if (from) out[to] = by === 1 ? from[rows[k]!]! : from[rows[k]!]! * by;
    }
    return out;
  };
  const close = column('close')!;
  const volume = column('volume', (t) => VOLUME_UNITS[t.mapping.volumeUnit]);
  // 18592.58 lots are 1,859,258 shares: the product in binary is a hair off, shares are whole.
  if (volume && chunks.some(({ table }) => table.mapping.volumeUnit !== 'shares')) for (let k = 0; k < total; k++) volume[k] = Math.round(volume[k]!);
  const adjclose = column('adjclose');
  const series: Series = {
    symbol, days, close, closeDecimals,
    open: column('open')!, high: column('high')!, low: column('low')!,
    volume: volume ?? new Float64Array(total).fill(Number.NaN),
    amount: column('amount', (t) => AMOUNT_UNITS[t.mapping.amountUnit]) ?? new Float64Array(total).fill(Number.NaN),
    preclose: column('preclose'),
    factor: column('factor') ?? (adjclose ? adjclose.map((a, k) => a / close[k]!) : null),
    adjustedUnit: adjclose && column('factor') === null ? lastPlaceOf(adjclose) : 0,
    tradestatus: column('tradestatus'),
    isst: column('isst'),
    hasVolume: volume !== null,
  };
  return { series, times };
}

const MOST_DECIMALS = 8;

/** The decimal place in which all the numbers end: 0.01 for 10.5, 11.25. */
function lastPlaceOf(values: Float64Array): number {
  let decimals = 0;
  for (const value of values) {
    while (decimals < MOST_DECIMALS && Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) > 1e-6) decimals++;
  }
  return 10 ** -decimals;
}
