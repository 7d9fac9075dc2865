import type { Decision } from './contract';
import { makePackage } from './make-package';
import { openStrategy } from './open-strategy';
import type { DayBars, DayQuestion } from './types';

const SYMBOLS = ['A', 'B', 'C'];
const DAY_TIMEOUT_MS = 1500;
const ENTRY = { typescript: 'src/strategy.ts', python: 'src/strategy.py' } as const;

/** Closes are 1000 + 10 a day + the place of the name; B is suspended. */
function barsOf(day: number): DayBars {
  const row = (base: number) => Float64Array.from(SYMBOLS, (_, i) => base + day * 10 + i);
  return { date: `2024-01-${String(day + 1).padStart(2, '0')}`, fields: { open: row(1), high: row(2), low: row(3), close: row(1000), volume: row(5), amount: row(6), factor: row(7) }, tradable: Uint8Array.from([1, 0, 1]) };
}

const questionOf = (dayIndex: number, memory: DayQuestion['memory']): DayQuestion => ({ dayIndex, portfolio: { held: [0], weights: [0.25], cashWeight: 0.75, equity: 1000 }, memory });

/** Runs the one source file of a package over the market A, B, C for a few days, a quarter of it in A; what it answered. */
export async function runProbe(language: keyof typeof ENTRY, code: string, days = 3, more: Record<string, unknown> = {}): Promise<(Decision | null)[]> {
  const manifest = { name: 'probe', language, entry: ENTRY[language], contract: 1, universe: 'all', benchmark: null, parameters: { top: 2 }, ...more };
  const pkg = makePackage([{ path: 'strategy.json', text: JSON.stringify(manifest) }, { path: ENTRY[language], text: code }]);
  const session = await openStrategy(pkg, { symbols: SYMBOLS, dayTimeoutMs: DAY_TIMEOUT_MS });
  try {
    const answers: (Decision | null)[] = [];
    for (let day = 0; day < days; day++) answers.push(await session.decide(barsOf(day), questionOf(day, answers.at(-1)?.memory ?? null)));
    return answers;
  } finally {
    await session.close();
  }
}
