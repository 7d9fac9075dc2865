import { AppError } from '@/server/contracts/errors';
import { CELL, type Panel } from '@/server/market/panel';
import type { DayBars, ViewField } from '@/server/strategy/types';
import { VIEW_FIELDS } from '@/server/strategy/types';

/** One day of a panel as the strategy driver sends it; views, no copies. */
export function barsOf(panel: Panel, day: number): DayBars {
  const date = panel.dates[day];
  if (date === undefined) throw new AppError('BAD_INPUT', `Day ${day} is outside market ${panel.meta.name} (${panel.dates.length} days).`);
  const n = panel.symbols.length;
  const fields = {} as Record<ViewField, Float64Array>;
  for (const name of VIEW_FIELDS) fields[name] = panel.fields[name].subarray(day * n, (day + 1) * n);
  const tradable = new Uint8Array(n);
  for (let i = 0; i < n; i++) tradable[i] = panel.status[day * n + i] === CELL.TRADED ? 1 : 0;
  return { date, fields, tradable };
}

/** Index of a trading day. @throws AppError BAD_INPUT when the market has no such day */
export function dayOf(panel: Panel, date: string): number {
  const day = firstDayFrom(panel, date);
  if (panel.dates[day] !== date) throw new AppError('BAD_INPUT', `${date} is not a trading day of market ${panel.meta.name}.`);
  return day;
}

/** Index of the first trading day on or after a date (the number of days when there is none). */
export function firstDayFrom(panel: Panel, date: string): number {
  let low = 0;
  let high = panel.dates.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (panel.dates[middle]! < date) low = middle + 1;
    else high = middle;
  }
  return low;
}
