import { CELL, FLAG, type Panel } from '@/server/market/panel';

/** One bar for a hand-made market; what is missing is derived (preclose = last close, high/low from open and close). */
export interface TinyBar {
  open?: number;
  close: number;
  preclose?: number;
  volume?: number;
  suspended?: boolean;
  st?: boolean;
}

/** A small market written by hand, for tests of this and of higher rooms. `bars[symbol]` has one bar per date. */
export function tinyMarket(dates: readonly string[], bars: Record<string, readonly TinyBar[]>, board: Panel['meta']['board'] = 'cn-a'): Panel {
  const symbols = Object.keys(bars).sort();
  const n = symbols.length;
  const field = () => new Float64Array(dates.length * n).fill(Number.NaN);
  const fields = { open: field(), high: field(), low: field(), close: field(), volume: field(), amount: field(), preclose: field(), factor: field() };
  const status = new Uint8Array(dates.length * n);
  const flags = new Uint8Array(dates.length * n);
  symbols.forEach((symbol, i) => {
    let factor = 1;
    bars[symbol]!.forEach((bar, t) => {
      const at = t * n + i;
      const last = t === 0 ? bar.close : bars[symbol]![t - 1]!.close;
      const preclose = bar.preclose ?? last;
      factor *= last / preclose;
      if (preclose !== last) flags[at]! |= FLAG.EX_DAY;
      if (bar.st) flags[at]! |= FLAG.ST;
      fields.close[at] = bar.close;
      fields.preclose[at] = preclose;
      fields.factor[at] = factor;
      status[at] = bar.suspended ? CELL.SUSPENDED : CELL.TRADED;
      fields.volume[at] = bar.suspended ? 0 : (bar.volume ?? 1_000_000);
      if (bar.suspended) return;
      const open = bar.open ?? bar.close;
      fields.open[at] = open;
      fields.high[at] = Math.max(open, bar.close);
      fields.low[at] = Math.min(open, bar.close);
      fields.amount[at] = fields.volume[at]! * ((open + bar.close) / 2);
    });
  });
  return { meta: { name: 'tiny', board, currency: board === 'us' ? 'USD' : 'CNY', synthetic: true, seed: null, benchmark: null }, dates, symbols, fields, status, flags, benchmark: null };
}
