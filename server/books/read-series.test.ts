import { eq } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';
import { markets } from '@/server/db/schema';
import { readBookSeries } from './read-book-series';
import { readPerformance } from './read-performance';
import { openStepper } from './stepper';
import { makeConsole, T0, type TestConsole } from './testing/make-console';

let c: TestConsole;
afterEach(() => c.close());

async function walked(days: number) {
  c = makeConsole();
  const book = c.book();
  const stepper = openStepper(c.db, book.id, { clock: () => T0 });
  const rows = [];
  for (let i = 0; i < days; i += 1) rows.push(await stepper.step());
  await stepper.close();
  return { book, rows };
}

it('draws every curve on the same dates, from the start before any trade, without a made-up value', async () => {
  const { book, rows } = await walked(80);
  const series = readBookSeries(c.db, { bookId: book.id });
  expect(series.dates).toHaveLength(81);
  expect(series.equity[0]).toBe(1);
  expect(series.equity.at(-1)).toBe((rows.at(-1)?.equityFen ?? 0) / 100_000_000);
  expect(series.turnover[0]).toBeNull();
  expect(series.rollingSharpe60.slice(0, 60)).toEqual(Array(60).fill(null));
  expect(series.rollingSharpe60[60]).not.toBeNull();
  expect(series.phases).toEqual([{ versionLabel: 'v1', from: expect.any(String), to: series.dates.at(-1) }]);
  for (const key of ['benchmark', 'drawdown', 'principalLoss', 'frictionModelled', 'frictionRealised', 'rollingIr60', 'rollingBeta60'] as const) expect(series[key]).toHaveLength(81);
});

it('keeps the deepest fall and both ends when it must leave out days, and a range is the tail of the whole', async () => {
  const { book } = await walked(80);
  const whole = readBookSeries(c.db, { bookId: book.id });
  const thin = readBookSeries(c.db, { bookId: book.id, maxPoints: 40 });
  expect(thin.dates.length).toBeLessThanOrEqual(40);
  expect([thin.dates[0], thin.dates.at(-1)]).toEqual([whole.dates[0], whole.dates.at(-1)]);
  const numbers = (line: (number | null)[]) => line.filter((v) => v !== null);
  expect(Math.max(...numbers(thin.drawdown))).toBe(Math.max(...numbers(whole.drawdown)));
  expect(Math.min(...numbers(thin.equity))).toBe(Math.min(...numbers(whole.equity)));
  expect(readBookSeries(c.db, { bookId: book.id, days: 20 }).equity).toEqual(whole.equity.slice(-20));
});

it('measures an episode and each version in it over its own days', async () => {
  const { book, rows } = await walked(40);
  const { rows: lines, drawdowns, months } = readPerformance(c.db, book.id);
  expect(lines.map((l) => [l.versionLabel, l.report.metrics.n])).toEqual([[null, 40], ['v1', 40]]);
  expect(lines[0]?.report.metrics.cum).toBeCloseTo((rows.at(-1)?.equityFen ?? 0) / 100_000_000 - 1, 12);
  expect(lines[0]?.benchmark?.metrics.n).toBe(40);
  const { low, high } = lines[0]?.sharpeInterval ?? { low: Number.NaN, high: Number.NaN };
  const sharpe = lines[0]?.report.metrics.sharpe_rf135 ?? Number.NaN;
  expect([low < sharpe, sharpe < high, readPerformance(c.db, book.id).rows[0]?.sharpeInterval]).toEqual([true, true, lines[0]?.sharpeInterval]);
  expect(drawdowns[0]?.depth).toBeCloseTo(lines[0]?.report.metrics.mdd_with_initial ?? 0, 12);
  expect(months.length).toBeGreaterThan(0);
});

it('a book says that its days hold splits nobody confirmed, of its own days alone', async () => {
  const { book, rows } = await walked(10);
  expect(readPerformance(c.db, book.id).unadjusted).toBeNull();
  const finding = (kind: string, date: string) => ({ kind, symbol: 'X', date, detail: '', evidence: {} });
  const suspect = (...findings: object[]) => c.db.update(markets).set({ ledger: { findings } }).where(eq(markets.name, 'test')).run();
  suspect(finding('split-suspect', rows[4]!.date), finding('ex-day-suspect', rows[3]!.date), finding('split-suspect', '2099-01-05'), finding('true-move', rows[2]!.date));
  expect(readPerformance(c.db, book.id).unadjusted).toEqual({ splits: 1, exDays: 1, first: { symbol: 'X', date: rows[3]!.date } });
  suspect(finding('split-suspect', '2099-01-05'));
  expect(readPerformance(c.db, book.id).unadjusted).toBeNull();
});
