import { fromDayNumber, weekdayOf } from '@/server/contracts/calendar-date';
import type { Finding } from '../import-ledger';
import type { Series } from './series';

/** A symbol that has this share of its rows on days when hardly anybody trades lives on another calendar. */
const FOREIGN_SHARE = 0.1;
/** "Hardly anybody": less than this share of the symbols that are listed on the day. */
const QUORUM = 0.25;

export interface ChosenCalendar {
  readonly days: Int32Array;
  readonly kept: readonly Series[];
}

/**
 * Trading days of the market. With three symbols or more a day counts when a quarter of the listed symbols (at a weekend: of all) have a row; a symbol
 * with a tenth of its rows outside (a coin that trades at weekends) is set aside by name. With fewer symbols: all days.
 */
export function chooseCalendar(series: readonly Series[], findings: Finding[]): ChosenCalendar {
  const first = quorateDays(series);
  const foreign = new Set(series.length < 3 ? [] : series.filter((s) => outsideOf(s, first.quorate) > FOREIGN_SHARE * s.days.length));
  for (const s of foreign) {
    const outside = outsideOf(s, first.quorate);
    findings.push({ kind: 'calendar-mismatch', symbol: s.symbol, date: null, detail: `${outside} of ${s.days.length} rows fall on days when the rest of the market does not trade; the symbol was set aside. Import it as a market of its own.`, evidence: { outside, rows: s.days.length } });
  }
  const kept = series.filter((s) => !foreign.has(s));
  // Without the strangers some days (their weekends at the edges) have nobody left.
  const { quorate, rowsOn } = quorateDays(kept);
  for (const s of kept) {
    for (const day of s.days) {
      if (quorate.has(day)) continue;
      findings.push({ kind: 'calendar-mismatch', symbol: s.symbol, date: fromDayNumber(day), detail: 'Hardly any other symbol has a row on this day; it was left out.', evidence: { rows_on_day: rowsOn.get(day)! } });
    }
  }
  return { days: Int32Array.from([...quorate].sort((x, y) => x - y)), kept };
}

function outsideOf(s: Series, quorate: ReadonlySet<number>): number {
  let outside = 0;
  for (const day of s.days) if (!quorate.has(day)) outside++;
  return outside;
}

function quorateDays(series: readonly Series[]): { quorate: Set<number>; rowsOn: Map<number, number> } {
  const rowsOn = new Map<number, number>();
  for (const s of series) for (const day of s.days) rowsOn.set(day, (rowsOn.get(day) ?? 0) + 1);
  const all = [...rowsOn.keys()].sort((a, b) => a - b);
  const listed = countListed(series, all);
  return { rowsOn, quorate: new Set(series.length < 3 ? all : all.filter((day, k) => rowsOn.get(day)! >= QUORUM * (weekdayOf(day) > 4 ? series.length : listed[k]!))) };
}

/** Symbols between their first and last row, per day of `days`. */
function countListed(series: readonly Series[], days: readonly number[]): number[] {
  const at = new Map(days.map((day, k) => [day, k]));
  const change = new Int32Array(days.length + 1);
  for (const s of series) {
    change[at.get(s.days[0]!)!]!++;
    change[at.get(s.days[s.days.length - 1]!)! + 1]!--;
  }
  let listed = 0;
  return days.map((_, k) => (listed += change[k]!));
}
