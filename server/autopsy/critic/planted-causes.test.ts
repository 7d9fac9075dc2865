import { afterEach, expect, it } from 'vitest';
import { getBook, getLastStep } from '@/server/books/get-book';
import type { NewBook } from '@/server/books/create-book';
import { openStepper } from '@/server/books/stepper';
import { makeConsole, T0, type TestConsole } from '@/server/books/testing/make-console';
import { write } from '@/server/db/client';
import { getMarket, loadMarketPanel, type MarketRow } from '@/server/db/market-store';
import { incidents } from '@/server/db/schema';
import { defaultExecution } from '@/server/execution/config';
import { monitorHooks } from '@/server/monitor/evaluate-step';
import { testSandbox } from '@/server/test/test-sandbox';
import { findMissingEvidence } from '../find-evidence';
import { readIncidentRows } from '../incident-rows';
import { nameSuspects } from './name-suspects';
import type { FailureMode } from './suspect';

const selfTest = await testSandbox();
let world: TestConsole | undefined;
afterEach(() => world?.close());

const strategy = (body: string): string => `export const lookbackDays = 6;\nexport function decide(view) {\n${body}\n}\n`;
const AMOUNTS = 'const a = view.fields.amount[view.fields.amount.length - 1];\n  const thin = view.symbols.map((s, i) => [s, a[i]]).filter((p) => p[1] > 0).sort((x, y) => x[1] - y[1]);';

/** Strategies that fail in one way each, on the same synthetic market. */
const PLANTED: readonly { cause: FailureMode; source: string; book?: Partial<NewBook>; falling?: boolean }[] = [
  { cause: 'overtrading', source: strategy('  const weights = {};\n  for (let k = 0; k < 4; k += 1) weights[view.symbols[(view.dayIndex * 4 + k) % view.symbols.length]] = 0.24;\n  return { weights };') },
  { cause: 'depth_exceeded', source: strategy(`  if (view.dayIndex % 5 !== 0) return null;\n  ${AMOUNTS}\n  const weights = {};\n  for (const p of thin.slice(0, 6)) weights[p[0]] = 0.16;\n  return { weights };`), book: { initialFen: 20_000_000_000 } },
  { cause: 'concentration', source: strategy(`  if (view.dayIndex > 0) return null;\n  ${AMOUNTS}\n  return { weights: { [thin[thin.length - 1][0]]: 0.98 } };`), book: { config: { execution: { ...defaultExecution('cn-a'), fees: [...defaultExecution('cn-a').fees], limits: { maxWeight: 1, maxGross: 1 }, participationCap: 1 } } } },
  { cause: 'code_crash', source: strategy('  if (view.dayIndex > 0 && view.dayIndex === 12) throw new Error("no price for the 12th day");\n  if (view.dayIndex > 0) return null;\n  const weights = {};\n  for (const s of view.symbols) weights[s] = 0.9 / view.symbols.length;\n  return { weights };') },
  { cause: 'regime_drift', source: strategy('  if (view.dayIndex > 0) return null;\n  const weights = {};\n  for (const s of view.symbols) weights[s] = 0.98 / view.symbols.length;\n  return { weights };'), falling: true },
];

/** First day of the month in which the benchmark fell most. */
function beforeTheFall(market: MarketRow): string {
  const { dates, benchmark } = loadMarketPanel(market);
  const fall = (t: number): number => benchmark![t + 21]! / benchmark![t]!;
  const starts = dates.map((_, t) => t).slice(10, -25);
  return dates[starts.reduce((worst, t) => (fall(t) < fall(worst) ? t : worst), starts[0]!)]!;
}

it.skipIf(!selfTest.ok).each(PLANTED)('names $cause first', async ({ cause, source, book: more, falling }) => {
  world = makeConsole({ source, symbols: 30 });
  const { db } = world;
  const bookId = world.book({ ...more, ...(falling ? { startDate: beforeTheFall(getMarket(db, 'test')) } : {}) }).id;
  const stepper = openStepper(db, bookId, { hooks: monitorHooks });
  for (let day = 0; day < 21 && getBook(db, bookId).state === 'running'; day++) await stepper.step();
  await stepper.close();
  // A crash opens its own incident; the others are looked at after a month.
  let incidentId = db.select().from(incidents).get()?.id;
  if (!incidentId) {
    const last = getLastStep(db, getBook(db, bookId).episodeId)!;
    incidentId = 'inc_1';
    write(db, (tx) => tx.insert(incidents).values({ id: 'inc_1', bookId, episodeId: last.episodeId, date: last.date, summary: 'Degraded.', status: 'open', openedAt: T0 }).run());
  }
  const { suspects, dropped } = nameSuspects(db, readIncidentRows(db, incidentId));
  expect(dropped).toBe(0);
  expect(findMissingEvidence(db, bookId, suspects.flatMap((s) => s.evidence))).toEqual([]);
  expect(suspects[0]?.mode).toBe(cause);
}, 60_000);
