import { openingFen } from './friction-of';
import type { DayRow, FillRow } from './incident-rows';

export interface Holding {
  readonly symbol: string;
  readonly valueFen: number;
}

/** One name on one day of a book. */
export interface NameDay {
  readonly dayIndex: number;
  readonly date: string;
  readonly symbol: string;
  /** Value before the day's trades as a fraction of the day's opening equity. */
  readonly weight: number;
  /** Profit before costs as a fraction of the day's opening equity; a dividend in cash counts as a loss on its ex-day. */
  readonly gain: number;
}

/**
 * What each name did to the book: value at the close − value the day before − what was bought and + what was sold, both at the
 * reference price, so that costs stay out. `holdings`: positions at the close by day index, the day before the first included.
 */
export function nameDays(days: readonly DayRow[], holdings: ReadonlyMap<number, readonly Holding[]>, fills: readonly FillRow[]): NameDay[] {
  return days.flatMap((day) => {
    const equity = openingFen(day);
    if (equity <= 0) return [];
    const opened = new Map((holdings.get(day.dayIndex - 1) ?? []).map((h) => [h.symbol, h.valueFen]));
    const gains = new Map([...opened].map(([symbol, valueFen]) => [symbol, -valueFen]));
    const add = (symbol: string, fen: number) => gains.set(symbol, (gains.get(symbol) ?? 0) + fen);
    for (const h of holdings.get(day.dayIndex) ?? []) add(h.symbol, h.valueFen);
    for (const f of fills) if (f.dayIndex === day.dayIndex) add(f.symbol, (f.side === 'buy' ? -1 : 1) * f.shares * f.referenceFen);
    return [...gains].map(([symbol, fen]) => ({ dayIndex: day.dayIndex, date: day.date, symbol, weight: (opened.get(symbol) ?? 0) / equity, gain: fen / equity }));
  });
}
