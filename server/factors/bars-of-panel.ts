import { CELL, type Panel } from '@/server/market/panel';
import type { SymbolBars } from './read-bars-csv';

/**
 * Bars of one stock of a panel from its listing on, prices backward-adjusted (numbers.md, convention 7: indicators on
 * adjusted prices), volume divided by the factor as Qlib stores it. A suspended day is NaN.
 */
export function barsOfPanel(panel: Panel, stock: number): SymbolBars {
  const n = panel.symbols.length;
  const { fields, status } = panel;
  let first = 0;
  while (first < panel.dates.length && status[first * n + stock] === CELL.UNLISTED) first++;
  const days = panel.dates.length - first;
  const column = () => new Float64Array(days).fill(Number.NaN);
  const bars = { open: column(), high: column(), low: column(), close: column(), volume: column(), vwap: column() };
  for (let d = 0; d < days; d++) {
    const cell = (first + d) * n + stock;
    if (status[cell] !== CELL.TRADED) continue;
    const raw = fields.factor[cell]!;
    const factor = !Number.isNaN(raw) ? raw : 1;
    bars.open[d] = fields.open[cell]! * factor;
    bars.high[d] = fields.high[cell]! * factor;
    bars.low[d] = fields.low[cell]! * factor;
    bars.close[d] = fields.close[cell]! * factor;
    bars.volume[d] = fields.volume[cell]! / factor;
    bars.vwap[d] = (fields.amount[cell]! / fields.volume[cell]!) * factor;
  }
  return { symbol: panel.symbols[stock]!, dates: panel.dates.slice(first), bars };
}
