import type { MarketView } from '../src/contract';

/** Deterministic noise in [0, 1). */
export function noise(seed: number): number {
  const x = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;
  return ((Math.imul(x ^ (x >>> 13), 0xc2b2ae35) >>> 0) % 1_000_000) / 1_000_000;
}

/** A market of `count` names over `days` sessions: prices that wander, amounts from one million to four hundred million. */
export function sampleView(count: number, days: number, dayIndex: number): MarketView {
  const rows = (cell: (day: number, i: number) => number) =>
    Array.from({ length: days }, (_, day) => Float64Array.from({ length: count }, (_unused, i) => cell(day, i)));
  const close = rows((day, i) => 10 + i / 10 + 2 * noise(day * 1000 + i));
  const amount = rows((day, i) => 1e6 * (1 + (400 * i) / count) * (0.5 + noise(7 + day * 1000 + i)));
  return {
    date: '2024-03-01',
    dayIndex,
    symbols: Array.from({ length: count }, (_, i) => `N${String(i).padStart(3, '0')}`),
    fields: { open: close, high: close, low: close, close, volume: rows((day, i) => amount[day][i] / close[day][i]), amount, factor: rows(() => 1) },
    tradable: Array.from({ length: count }, (_, i) => i % 11 !== 5),
    portfolio: { weights: {}, cashWeight: 1, equity: 10_000_000 },
  };
}

/** The same market with its names in the opposite order. */
export function listedBackwards(view: MarketView): MarketView {
  const flip = (rows: Float64Array[]) => rows.map((row) => row.slice().reverse());
  const { open, high, low, close, volume, amount, factor } = view.fields;
  const fields = { open: flip(open), high: flip(high), low: flip(low), close: flip(close), volume: flip(volume), amount: flip(amount), factor: flip(factor) };
  return { ...view, fields, tradable: [...view.tradable].reverse(), symbols: [...view.symbols].reverse() };
}
