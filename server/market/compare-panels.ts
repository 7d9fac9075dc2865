import { rulesOf } from './board-rules';
import { CELL, type Panel } from './panel';

export interface PanelChange {
  /** What the old panel was. */
  readonly was: { readonly bars: number; readonly symbols: number; readonly from: string; readonly to: string; readonly board: string; readonly currency: string };
  readonly addedDays: number;
  readonly addedSymbols: number;
  /** Bars of the old panel that are other or gone in the new one. */
  readonly changedBars: number;
  /** Those of them that the new panel has no bar for. */
  readonly goneBars: number;
  /** Board, its rules or the currency are others: prices, limits and costs mean something else. */
  readonly otherKind: boolean;
  /** The earliest of the changed bars. */
  readonly firstChange: { readonly date: string; readonly symbol: string } | null;
}

/** What a book that trades on the panel would see differently. The factor is left out: it is relative to the first day given. */
const SEEN = ['open', 'high', 'low', 'close', 'volume', 'preclose'] as const;

/** What a new panel of the same market changes in the days and symbols of the old one, matched by date and symbol. */
export function comparePanels(before: Panel, after: Panel): PanelChange {
  const dayOf = new Map(after.dates.map((date, t) => [date, t]));
  const columnOf = new Map(after.symbols.map((symbol, i) => [symbol, i]));
  const [n, m] = [before.symbols.length, after.symbols.length];
  let bars = 0;
  let changedBars = 0;
  let goneBars = 0;
  let firstChange: PanelChange['firstChange'] = null;
  before.dates.forEach((date, t) => {
    const day = dayOf.get(date);
    before.symbols.forEach((symbol, i) => {
      const at = t * n + i;
      if (before.status[at] === CELL.UNLISTED) return;
      bars++;
      const column = columnOf.get(symbol);
      const to = day === undefined || column === undefined ? -1 : day * m + column;
      // The first row of a series has no preclose unless the file gives one: an earlier start adds it, and that is no change.
      const same = to >= 0 && before.status[at] === after.status[to] && SEEN.every((field) => Object.is(before.fields[field][at], after.fields[field][to]) || (field === 'preclose' && Number.isNaN(before.fields[field][at]!)));
      if (same) return;
      changedBars++;
      if (to < 0 || after.status[to] === CELL.UNLISTED) goneBars++;
      firstChange ??= { date, symbol };
    });
  });
  const known = { days: new Set(before.dates), symbols: new Set(before.symbols) };
  const { board, currency } = before.meta;
  const was = { bars, symbols: n, from: before.dates[0] ?? '', to: before.dates.at(-1) ?? '', board, currency };
  const otherKind = board !== after.meta.board || currency !== after.meta.currency || JSON.stringify(rulesOf(before.meta)) !== JSON.stringify(rulesOf(after.meta));
  return { was, goneBars, otherKind, changedBars, firstChange, addedDays: after.dates.filter((d) => !known.days.has(d)).length, addedSymbols: after.symbols.filter((s) => !known.symbols.has(s)).length };
}
