import { fromDayNumber } from '@/server/contracts/calendar-date';
import type { Finding } from '../import-ledger';
import type { RawTable } from './raw-table';
import type { ResolvedSeries } from './resolve-series';
import { STAMP_DAY } from './scan-cell';

const dayAt = (table: RawTable, row: number): number => Math.floor(table.stamp[row]! / STAMP_DAY);

/**
 * Files that may have been cut off exactly at the end of a row: they look whole, with their last line break. What tells is the symbol of
 * the last row: it stops before the others of the market do (rows by symbol, or one symbol a file), or on the last day
 * the names that stood after it the day before are missing (rows by day). A suspension that the data tells is no reason; a delisting
 * looks the same and is left to the person, with the evidence.
 */
export function findEarlyEnds(tables: readonly RawTable[], series: readonly ResolvedSeries[], days: Int32Array): Finding[] {
  const bySymbol = new Map(series.map((s) => [s.symbol, s]));
  return tables.flatMap((table) => stopsEarly(table, bySymbol, series, days) ?? lacksRest(table) ?? []);
}

/** The last symbol in file order ends, traded, before the middle one of the others of the market. */
function stopsEarly(table: RawTable, bySymbol: ReadonlyMap<string, ResolvedSeries>, series: readonly ResolvedSeries[], days: Int32Array): Finding | null {
  const row = table.rows - 1;
  const symbol = table.symbols[table.symbolAt[row]!]!;
  const s = bySymbol.get(symbol);
  if (!s || s.days.length < 2) return null;
  const last = s.days.length - 1;
  const end = s.days[last]!;
  // Another file goes on with it, or this file runs newest first: a cut would have taken its oldest rows.
  if (end !== dayAt(table, row) || !s.traded[last]) return null;
  const others = series.filter((o) => o !== s).map((o) => o.days[o.days.length - 1]!).sort((a, b) => a - b);
  const usual = others[others.length >> 1];
  if (usual === undefined || end >= usual) return null;
  const missing = days.filter((day) => day > end && day <= usual).length;
  return {
    kind: 'ends-early', symbol, date: fromDayNumber(end),
    detail: `${table.name} ends on this day with a traded bar, ${missing} ${missing === 1 ? 'session' : 'sessions'} before the others of the market (${fromDayNumber(usual)}): delisted, or the file was cut off at the end of a row.`,
    evidence: { line: table.line[row]!, rows: table.rows, missing_sessions: missing, others_end: fromDayNumber(usual) },
  };
}

/** Rows by day: the names after the last one of the day before have no row on the last day. */
function lacksRest(table: RawTable): Finding | null {
  const row = table.rows - 1;
  const day = dayAt(table, row);
  let start = row;
  while (start > 0 && dayAt(table, start - 1) === day) start--;
  if (start === 0) return null;
  const before = dayAt(table, start - 1);
  if (before >= day) return null;
  let from = start - 1;
  while (from > 0 && dayAt(table, from - 1) === before) from--;
  const order = Array.from(table.symbolAt.subarray(from, start));
  const at = order.indexOf(table.symbolAt[row]!);
  const missing = order.length - 1 - at;
  // One name that stands out of order is no file by day.
  if (at < 0 || missing === 0 || order.length < 3) return null;
  const rest = new Set(order.slice(at + 1));
  for (let r = start; r <= row; r++) if (rest.has(table.symbolAt[r]!)) return null;
  const symbol = table.symbols[table.symbolAt[row]!]!;
  return {
    kind: 'ends-early', symbol, date: fromDayNumber(day),
    detail: `${table.name} ends on this day with ${row - start + 1} of ${order.length} names: the ${missing} that stood after ${symbol} on ${fromDayNumber(before)} have no row. They did not trade, or the file was cut off at the end of a row.`,
    evidence: { line: table.line[row]!, names: row - start + 1, names_before: order.length, missing_names: missing },
  };
}
