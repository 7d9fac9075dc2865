import type { BookSeries } from './book-series';

/** The pure half of the charts: everything is decided here and tested; the components only draw (console.md C2 16). */
export interface ChartRow {
  date: string;
  [key: string]: number | string | null;
}
export interface Band {
  label: string;
  from: string;
  to: string;
  odd: boolean;
}
export interface Mark {
  date: string;
  severity: 'info' | 'warning' | 'critical';
  label: string;
}

/** Index of the last date that is not after `date`; −1 when all are later. Dates are sorted. */
export function indexAtOrBefore(dates: readonly string[], date: string): number {
  let low = 0;
  let high = dates.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if ((dates[mid] as string) <= date) low = mid + 1;
    else high = mid;
  }
  return low - 1;
}

/** One row a date with growth in both curves, and losses drawn downwards (deeper is worse, τ is the floor). */
export function toRows(series: BookSeries): ChartRow[] {
  const growth = (value: number | null | undefined) => (typeof value === 'number' ? value - 1 : null);
  const down = (value: number | null | undefined) => (typeof value === 'number' ? -value : null);
  return series.dates.map((date, i) => ({
    date,
    equity: growth(series.equity[i]),
    benchmark: growth(series.benchmark[i]),
    drawdown: down(series.drawdown[i]),
    principalLoss: down(series.principalLoss[i]),
    turnover: series.turnover[i] ?? null,
    frictionModelled: series.frictionModelled[i] ?? null,
    frictionRealised: series.frictionRealised[i] ?? null,
    rollingSharpe60: series.rollingSharpe60[i] ?? null,
    rollingIr60: series.rollingIr60[i] ?? null,
    rollingBeta60: series.rollingBeta60[i] ?? null,
  }));
}

/** Version phases snapped to dates that are drawn, so that a bucketed axis can show them; neighbours touch. */
export function toBands(phases: BookSeries['phases'], dates: readonly string[]): Band[] {
  if (dates.length === 0) return [];
  const bands: Band[] = [];
  phases.forEach((phase, i) => {
    const from = Math.max(0, indexAtOrBefore(dates, phase.from));
    const next = phases[i + 1];
    const to = next ? Math.max(0, indexAtOrBefore(dates, next.from)) : dates.length - 1;
    if (to >= from && (to > from || i === phases.length - 1)) bands.push({ label: phase.versionLabel, from: dates[from] as string, to: dates[to] as string, odd: i % 2 === 1 });
  });
  return bands;
}

const RANK = { info: 0, warning: 1, critical: 2 } as const;
/** Alert marks snapped to drawn dates; of several on one date the gravest stands, and says how many there are. */
export function toMarks(alerts: BookSeries['alerts'], dates: readonly string[]): Mark[] {
  const byDate = new Map<string, BookSeries['alerts']>();
  for (const alert of alerts) {
    const date = dates[Math.max(0, indexAtOrBefore(dates, alert.date))];
    if (date) byDate.set(date, [...(byDate.get(date) ?? []), alert]);
  }
  return [...byDate].map(([date, list]) => {
    const worst = list.reduce((a, b) => (RANK[b.severity] > RANK[a.severity] ? b : a));
    return { date, severity: worst.severity, label: list.length > 1 ? `${worst.message} (and ${list.length - 1} more)` : worst.message };
  });
}

/** About `count` dates for the axis, evenly spread, the first left out so that it never leaves the plot. */
export function pickTicks(dates: readonly string[], count: number): string[] {
  if (dates.length <= count) return [...dates];
  const step = dates.length / count;
  return Array.from({ length: count }, (_, i) => dates[Math.floor((i + 0.5) * step)] as string);
}

/** Floor of the loss chart: τ always in sight, the deepest loss too. */
export function lossFloor(rows: readonly ChartRow[], tau: number): number {
  let deepest = tau;
  for (const row of rows) for (const key of ['drawdown', 'principalLoss']) deepest = Math.max(deepest, -Number(row[key] ?? 0));
  return -deepest * 1.08;
}

/** Ceiling of the loss chart: zero, or the largest profit of L_t, which is drawn above zero, so that its line never leaves. */
export function lossCeiling(rows: readonly ChartRow[]): number {
  return rows.reduce((top, row) => Math.max(top, Number(row.principalLoss ?? 0) * 1.08), 0);
}

/** On which side of its band a label stands: near the right edge it is written leftwards, else it would be cut off. */
export function bandLabelSide(band: Band, dates: readonly string[]): 'insideTopLeft' | 'insideTopRight' {
  return (dates.length - indexAtOrBefore(dates, band.from)) / dates.length < 0.08 ? 'insideTopRight' : 'insideTopLeft';
}

/** Round places for a vertical axis that cover the values: steps of 1, 2, 2.5 or 5 times a power of ten. */
export function niceTicks(values: readonly (number | string | null | undefined)[], count: number): number[] {
  const numbers = values.filter((v): v is number => typeof v === 'number' && Number.isFinite(v));
  if (numbers.length === 0) return [0, 1];
  let low = Math.min(...numbers);
  let high = Math.max(...numbers);
  if (low === high) [low, high] = low === 0 ? [0, 1] : [Math.min(low, 0), Math.max(high, 0)];
  const raw = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = ([1, 2, 2.5, 5, 10].find((m) => m * power >= raw * 0.999) ?? 10) * power;
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  // From integers, so that 3 · 0.1 is written 0.3 on every axis.
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
