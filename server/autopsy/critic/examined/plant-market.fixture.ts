import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { CELL, FLAG, type Panel } from '@/server/market/panel';

/** What happens to one name on one day on top of its own life. */
export interface Change {
  /** Added to the day's return; half of it falls before the open. */
  readonly extra?: number;
  /** Opens and stays at the daily limit: nobody can sell ('down') or buy ('up'). */
  readonly lock?: 'down' | 'up';
  /** Factor on the day's volume. */
  readonly volume?: number;
}

export const SYMBOLS = 60;
/** Days of the market before an examined book starts. */
export const START = 60;

const round2 = (x: number): number => Math.round(x * 100) / 100;
const clamp = (x: number, bound: number): number => Math.min(bound, Math.max(-bound, x));
const limitOf = (symbol: string, isSt: boolean): number => (/^SYN(300|301|688)/.test(symbol) ? 0.2 : isSt ? 0.05 : 0.1);

/** A synthetic market with sixty names. */
export const plainMarket = (seed: number): Panel => generateSyntheticMarket({ seed, symbols: SYMBOLS, years: 1 });

/** Main-board names that trade on every day of [START − 21, START + days) and are never ST, most traded first: [column, symbol]. */
export function steadyNames(panel: Panel, days: number): { at: number; symbol: string; adv: number }[] {
  const n = panel.symbols.length;
  return panel.symbols
    .flatMap((symbol, at) => {
      let amount = 0;
      if (limitOf(symbol, false) !== 0.1) return [];
      for (let t = START - 21; t < START + days; t++) {
        if (panel.status[t * n + at] !== CELL.TRADED || panel.flags[t * n + at]! & FLAG.ST) return [];
        amount += panel.fields.amount[t * n + at]!;
      }
      return [{ at, symbol, adv: amount / (days + 21) }];
    })
    .sort((a, b) => b.adv - a.adv);
}

/** Extra return a day that brings the benchmark to `total` over [START, START + days). */
export function driftTo(panel: Panel, days: number, total: number): number {
  const now = panel.benchmark![START + days - 1]! / panel.benchmark![START - 1]!;
  return ((1 + total) / now) ** (1 / days) - 1;
}

/**
 * Extra return of each day that keeps the benchmark on a path: every five days of the run have the mean return `path(day)`, the days
 * within keep their own noise. A market that falls by itself would be a second cause.
 */
export function steer(panel: Panel, days: number, path: (day: number) => number): (day: number) => number {
  const r = (day: number) => panel.benchmark![START + day]! / panel.benchmark![START + day - 1]! - 1;
  return (day) => {
    if (day < 0 || day > days) return 0;
    const block = Array.from({ length: 5 }, (_, k) => day - (day % 5) + k);
    return path(day) - block.reduce((sum, d) => sum + r(d), 0) / 5;
  };
}

/** The market with every change applied from START − 21 on: legal prices on the tick, precloses, volumes, benchmark. */
export function changeMarket(panel: Panel, change: (day: number, at: number) => Change): Panel {
  const n = panel.symbols.length;
  const T = panel.dates.length;
  const fields = Object.fromEntries(Object.entries(panel.fields).map(([k, v]) => [k, v.slice()])) as unknown as Panel['fields'];
  const moved = new Float64Array(T);
  for (let i = 0; i < n; i++) {
    let scale = 1;
    for (let t = START - 21; t < T; t++) {
      const c = t * n + i;
      if (panel.status[c] === CELL.UNLISTED) continue;
      const { extra = 0, lock, volume = 1 } = change(t - START, i);
      const old = panel.fields;
      const pre = round2(old.preclose[c]! * scale);
      fields.preclose[c] = pre;
      if (panel.status[c] === CELL.SUSPENDED) {
        fields.close[c] = round2(old.close[c]! * scale);
        continue;
      }
      const limit = limitOf(panel.symbols[i]!, (panel.flags[c]! & FLAG.ST) !== 0);
      const was = old.close[c]! / old.preclose[c]! - 1;
      if (lock) {
        const price = Math.round(pre * 100 * (lock === 'down' ? 1 - limit : 1 + limit)) / 100;
        for (const field of ['open', 'high', 'low', 'close'] as const) fields[field][c] = price;
      } else if (extra !== 0 || scale !== 1) {
        const bound = (r: number) => clamp(r, Math.max(limit * 0.95, Math.abs(was)));
        const open = round2(pre * (1 + bound(old.open[c]! / old.preclose[c]! - 1 + extra / 2)));
        const close = round2(pre * (1 + bound(was + extra)));
        const top = Math.max(old.open[c]!, old.close[c]!);
        const bottom = Math.min(old.open[c]!, old.close[c]!);
        fields.open[c] = open;
        fields.close[c] = close;
        fields.high[c] = Math.max(open, close, Math.min(round2((Math.max(open, close) * old.high[c]!) / top), round2(pre * (1 + limit * 0.98))));
        fields.low[c] = Math.min(open, close, Math.max(round2((Math.min(open, close) * old.low[c]!) / bottom), round2(pre * (1 - limit * 0.98))));
      }
      fields.volume[c] = Math.max(100, Math.round(old.volume[c]! * volume * (lock ? 0.05 : 1)));
      fields.amount[c] = round2((fields.volume[c]! * (fields.open[c]! + fields.close[c]!)) / 2);
      moved[t]! += (fields.close[c]! / pre - 1 - was) / n;
      scale = fields.close[c]! / old.close[c]!;
    }
  }
  const benchmark = panel.benchmark!.slice();
  for (let t = START - 20; t < T; t++) benchmark[t] = benchmark[t - 1]! * (panel.benchmark![t]! / panel.benchmark![t - 1]! + moved[t]!);
  return { ...panel, fields, benchmark };
}
