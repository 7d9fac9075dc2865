import { asc, eq } from 'drizzle-orm';
import { bootstrapSharpe, type SharpeInterval } from '@/server/analytics/bootstrap-sharpe';
import { computeMetrics } from '@/server/analytics/compute-metrics';
import { drawdownEpisodes, wealthPath } from '@/server/analytics/drawdown';
import { type MonthlyRow, monthlyTable } from '@/server/analytics/monthly-table';
import type { MetricsReport } from '@/server/analytics/types';
import { TRADING_DAYS_PER_YEAR } from '@/server/contracts/units';
import type { DbOrTx } from '@/server/db/client';
import { getMarket } from '@/server/db/market-store';
import { episodes, steps } from '@/server/db/schema';
import { createPrng } from '@/server/market/prng';
import { type UnadjustedDays, unadjustedDays } from '@/server/market/unadjusted-days';
import { getBook } from './get-book';
import { frictionRatio } from './list-book-rows';
import { listVersions } from './list-versions';
import { type StepView, stepViewColumns } from './read-day';

/** One window of days and what it says: a whole episode, or the days of one version in it. */
export interface PerformanceRow {
  key: string;
  episodeId: string;
  episodeNumber: number;
  friction: boolean;
  /** null = the whole episode. */
  versionLabel: string | null;
  from: string;
  to: string;
  report: MetricsReport;
  /** Of the Sharpe ratio, stationary bootstrap; null where it cannot be said (fewer than 20 days, flat returns). */
  sharpeInterval: SharpeInterval | null;
  /** Benchmark of the same days by the same definitions; null when a day of it is missing. */
  benchmark: MetricsReport | null;
  annualTurnover: number;
  /** Sums over the window, fractions of equity. */
  frictionModelled: number;
  frictionRealised: number;
}

export interface DrawdownRow {
  peak: string;
  trough: string;
  recovery: string | null;
  /** Negative. */
  depth: number;
  days: number;
}

export interface PerformancePage {
  rows: PerformanceRow[];
  /** Of the episode that runs now: the five deepest, and returns by month. */
  drawdowns: DrawdownRow[];
  months: MonthlyRow[];
  /** Splits and ex-days that the market's import suspects in the days of the book; null when none. */
  unadjusted: UnadjustedDays | null;
}

const sum = (rows: readonly StepView[], of: (s: StepView) => number): number => rows.reduce((total, s) => total + of(s), 0);

function measure(days: readonly StepView[], baseDate: string): Pick<PerformanceRow, 'report' | 'sharpeInterval' | 'benchmark' | 'annualTurnover' | 'frictionModelled' | 'frictionRealised'> {
  const returns = days.map((s) => s.dayReturn);
  const dates = days.map((s) => s.date);
  const benchmark = days.flatMap((s) => (s.benchmarkReturn === null ? [] : [s.benchmarkReturn]));
  const whole = benchmark.length === days.length;
  return {
    report: computeMetrics(returns, { dates, baseDate, benchmark: whole ? benchmark : null }),
    // Always the same draws: a figure on screen must not move by itself. A thousand, because the page is made again with every step.
    sharpeInterval: bootstrapSharpe(returns, { uniform: createPrng(1).uniform, draws: 1000 }),
    benchmark: whole ? computeMetrics(benchmark, { dates, baseDate }) : null,
    annualTurnover: (sum(days, (s) => s.turnover) / days.length) * TRADING_DAYS_PER_YEAR,
    frictionModelled: sum(days, (s) => s.frictionLinear + s.frictionRoot),
    frictionRealised: sum(days, frictionRatio),
  };
}

/** The five deepest falls of an episode, deepest first, with their dates. */
function deepest(days: readonly StepView[], startDate: string): DrawdownRow[] {
  const dates = [startDate, ...days.map((s) => s.date)];
  return drawdownEpisodes(wealthPath(days.map((s) => s.dayReturn)))
    .sort((a, b) => a.depth - b.depth)
    .slice(0, 5)
    .map(({ peak, trough, recovery, depth }) => ({ peak: dates[peak] as string, trough: dates[trough] as string, recovery: recovery === null ? null : (dates[recovery] as string), depth, days: (recovery ?? dates.length - 1) - peak }));
}

/** Metrics per version and per episode of a book, newest episode first. What a difference between versions means is for the reader: nothing was randomised. */
export function readPerformance(db: DbOrTx, bookId: string): PerformancePage {
  const book = getBook(db, bookId);
  const stretches = listVersions(db, bookId);
  const page: PerformancePage = { rows: [], drawdowns: [], months: [], unadjusted: null };
  for (const episode of db.select().from(episodes).where(eq(episodes.bookId, bookId)).orderBy(asc(episodes.number)).all().reverse()) {
    const days = db.select(stepViewColumns).from(steps).where(eq(steps.episodeId, episode.id)).orderBy(asc(steps.dayIndex)).all();
    if (days.length === 0) continue;
    const row = (key: string, versionLabel: string | null, own: readonly StepView[]): PerformanceRow => {
      const before = days[(own[0] as StepView).dayIndex - 1]?.date ?? episode.startDate;
      return { key, episodeId: episode.id, episodeNumber: episode.number, friction: episode.friction, versionLabel, from: (own[0] as StepView).date, to: (own.at(-1) as StepView).date, ...measure(own, before) };
    };
    page.rows.push(row(episode.id, null, days));
    const own = stretches.filter((v) => v.episodeId === episode.id && v.days > 0);
    let at = 0;
    for (const stretch of own) {
      page.rows.push(row(stretch.deploymentId, stretch.label, days.slice(at, at + stretch.days)));
      at += stretch.days;
    }
    if (episode.id !== book.episodeId) continue;
    page.drawdowns = deepest(days, episode.startDate);
    page.months = monthlyTable(days.map((s) => s.date), days.map((s) => s.dayReturn));
  }
  const [from, to] = [page.rows.map((row) => row.from).sort()[0], page.rows.map((row) => row.to).sort().at(-1)];
  if (from && to) page.unadjusted = unadjustedDays(getMarket(db, book.marketName).ledger, from, to);
  return page;
}
