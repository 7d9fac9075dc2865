import { fromDayNumber } from '@/server/contracts/calendar-date';
import { AppError } from '@/server/contracts/errors';
import type { Finding } from '../import-ledger';
import { BAR_FIELDS, type BarField, CELL, FLAG, type Panel, type PanelMeta } from '../panel';
import type { ResolvedSeries } from './resolve-series';

/** 5,000 symbols over 20 years: 1.6 GB in eight columns. */
const MAX_CELLS = 25_000_000;

/**
 * Lay series over the market's days. Before a symbol's first row the cell is unlisted. From then on a day without a row is a suspension (the
 * last close stands for valuation only, NO_ROW is flagged), whether rows come again or not: on the day itself nobody can know. Each gap
 * is named once. @throws AppError TOO_LARGE
 */
export function assemblePanel(meta: PanelMeta, days: Int32Array, series: readonly ResolvedSeries[], benchmark: ResolvedSeries | null, partial: ReadonlySet<string>, findings: Finding[]): Panel {
  const n = series.length;
  const cells = days.length * n;
  if (cells > MAX_CELLS) throw new AppError('TOO_LARGE', `${days.length} sessions × ${n} symbols are ${cells} cells; at most ${MAX_CELLS} fit in one market. Import fewer symbols or years.`);
  const fields = {} as Record<BarField, Float64Array>;
  for (const field of BAR_FIELDS) fields[field] = new Float64Array(cells).fill(Number.NaN);
  const { open, high, low, close, volume, amount, preclose, factor } = fields;
  const status = new Uint8Array(cells);
  const flags = new Uint8Array(cells);
  series.forEach((s, i) => {
    let k = 0;
    let gap = 0;
    let lastPartial = partial.has(s.symbol) ? s.days.length - 1 : -1;
    const end = s.days[s.days.length - 1]!;
    for (let t = 0; t < days.length; t++) {
      while (s.days[k]! < days[t]!) k++;
      const at = t * n + i;
      if (s.days[k] === days[t]) {
        if (gap > 0) findings.push(gapFinding(s, days, t, gap));
        gap = 0;
        const traded = s.traded[k] === 1;
        close[at] = s.lastClose[k]!;
        preclose[at] = s.preclose[k]!;
        factor[at] = s.factor[k]!;
        if (!(s.lastClose[k]! > 0)) continue;
        status[at] = traded ? CELL.TRADED : CELL.SUSPENDED;
        if (traded) {
          open[at] = s.open[k]!;
          high[at] = s.high[k]!;
          low[at] = s.low[k]!;
        }
        // A blank volume beside a price is 0, against which nothing is filled: NaN would poison every average it enters.
        volume[at] = !traded || (s.hasVolume && !(s.volume[k]! > 0)) ? 0 : s.volume[k]!;
        amount[at] = traded ? s.amount[k]! : 0;
        if (k === lastPartial) lastPartial = -2;
        flags[at] = (s.isst?.[k] === 1 ? FLAG.ST : 0) | (s.exDay[k] ? FLAG.EX_DAY : 0) | (lastPartial === -2 ? FLAG.PARTIAL : 0);
        k++;
      } else if (k > 0) {
        gap++;
        const before = at - n;
        status[at] = CELL.SUSPENDED;
        close[at] = close[before]!;
        preclose[at] = close[before]!;
        factor[at] = factor[before]!;
        volume[at] = 0;
        amount[at] = 0;
        flags[at] = (flags[before]! & FLAG.ST) | FLAG.NO_ROW;
      }
    }
    const after = days.length - days.findIndex((day) => day > end);
    if (end < days[days.length - 1]!) findings.push({ kind: 'missing-sessions', symbol: s.symbol, date: fromDayNumber(end), detail: `The last row is of this day; the market goes on for ${after} session(s), there it is taken as suspended and a holding of it keeps its last price.`, evidence: { sessions: after } });
  });
  return {
    meta, fields, status, flags,
    dates: Array.from(days, fromDayNumber),
    symbols: series.map((s) => s.symbol),
    benchmark: benchmark ? benchmarkCloses(benchmark, days) : null,
  };
}

function gapFinding(s: ResolvedSeries, days: Int32Array, t: number, gap: number): Finding {
  const from = fromDayNumber(days[t - gap]!);
  return { kind: 'missing-sessions', symbol: s.symbol, date: from, detail: `${gap} session(s) without a row, ${from} to ${fromDayNumber(days[t - 1]!)}: taken as suspended.`, evidence: { sessions: gap } };
}

function benchmarkCloses(s: ResolvedSeries, days: Int32Array): Float64Array {
  const closeOn = new Map(Array.from(s.days, (day, k) => [day, s.close[k]!]));
  return Float64Array.from(days, (day) => closeOn.get(day) ?? Number.NaN);
}
