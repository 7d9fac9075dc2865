import { expect, it } from 'vitest';
import { makePackage } from './make-package';
import { openStrategy } from './open-strategy';
import { type DayBars, VIEW_FIELDS } from './types';

const NAMES = 3000;
const LOOKBACK = 6;
const symbols = Array.from({ length: NAMES }, (_, i) => `S${i}`);
const SOURCE = `export const lookbackDays = ${LOOKBACK};
export function decide(view: any) {
  let sum = 0;
  for (const rows of Object.values(view.fields) as any[]) for (const row of rows) for (let i = 0; i < row.length; i += 1) sum += row[i] * (i % 7);
  return { weights: Object.fromEntries(view.symbols.map((s: string, i: number) => [s, i + view.dayIndex])), memory: sum };
}`;
const bars = (day: number): DayBars => {
  const fields = Object.fromEntries(VIEW_FIELDS.map((name, f) => [name, Float64Array.from(symbols, (_, i) => day * 31 + f * 7 + (i % 101))])) as unknown as DayBars['fields'];
  return { date: `2024-01-${String(day + 1).padStart(2, '0')}`, fields, tradable: new Uint8Array(NAMES).fill(1) };
};

it('days far larger than a pipe holds cross whole and in order, sent one by one and before the process listens', async () => {
  const pkg = makePackage([{ path: 'strategy.json', text: JSON.stringify({ name: 'large', language: 'typescript', entry: 'src/strategy.ts', contract: 1, universe: 'all', benchmark: null, parameters: {} }) }, { path: 'src/strategy.ts', text: SOURCE }]);
  const session = await openStrategy(pkg, { symbols });
  try {
    for (let day = 0; day < 5; day++) session.feed(bars(day));
    for (let day = 5; day < 9; day++) {
      let sum = 0;
      for (const name of VIEW_FIELDS) for (let past = Math.max(0, day - LOOKBACK + 1); past <= day; past++) bars(past).fields[name].forEach((x, i) => { sum += x * (i % 7); });
      const held = symbols.map((_, i) => i);
      const decision = await session.decide(bars(day), { dayIndex: day, portfolio: { held, weights: held.map(() => 1 / NAMES), cashWeight: 0, equity: 1 }, memory: null });
      expect(decision!.memory).toBe(sum);
      expect(Object.keys(decision!.weights)).toEqual(symbols);
      expect(decision!.weights.S2999).toBe(2999 + day);
    }
  } finally {
    await session.close();
  }
});
