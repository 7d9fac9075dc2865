import { asc, eq } from 'drizzle-orm';
import { bucketSeries } from '@/server/analytics/bucket-series';
import { rollingBeta, rollingRatio } from '@/server/analytics/rolling';
import { AppError } from '@/server/contracts/errors';
import type { Severity } from '@/server/contracts/alert';
import { fromBp, TRADING_DAYS_PER_YEAR } from '@/server/contracts/units';
import type { DbOrTx } from '@/server/db/client';
import { alerts, steps } from '@/server/db/schema';
import { readBookConfig } from './book-config';
import { getBook, getEpisode } from './get-book';
import { frictionRatio } from './list-book-rows';
import { listVersions } from './list-versions';
import { stepViewColumns } from './read-day';

const WINDOW = 60;
/** Annual risk-free rate of the preset "paper" (numbers: 1.35 %). */
const RISK_FREE = 0.0135;
type Line = (number | null)[];

/** The curves of an episode on one axis of dates; the first point is the start, before any trade. A null is a gap, never 0. */
export interface BookSeries {
  dates: string[];
  /** W_t / W_0, and the benchmark from the same start. */
  equity: Line;
  benchmark: Line;
  drawdown: Line;
  principalLoss: Line;
  turnover: Line;
  frictionModelled: Line;
  frictionRealised: Line;
  rollingSharpe60: Line;
  rollingIr60: Line;
  rollingBeta60: Line;
  phases: { versionLabel: string; from: string; to: string }[];
  alerts: { date: string; severity: Severity; id: string; message: string }[];
  tau: number;
}
type Curves = Omit<BookSeries, 'phases' | 'alerts' | 'tau' | 'dates'>;

const finite = (x: ArrayLike<number>): Line => Array.from(x, (v) => (Number.isFinite(v) ? v : null));

/** Rolling figures against a benchmark that may miss days: computed over the days both have, a gap on the others. */
function rollingRelative(returns: readonly number[], benchmark: readonly (number | null)[]): { ir: Line; beta: Line } {
  const ir: Line = returns.map(() => null);
  const beta: Line = returns.map(() => null);
  const at = benchmark.flatMap((b, i) => (b === null ? [] : [i]));
  const r = at.map((i) => returns[i] as number);
  const b = at.map((i) => benchmark[i] as number);
  const ratios = finite(rollingRatio(r.map((x, k) => x - (b[k] as number)), WINDOW, TRADING_DAYS_PER_YEAR));
  const slopes = finite(rollingBeta(r, b, WINDOW));
  at.forEach((i, k) => {
    ir[i] = ratios[k] ?? null;
    beta[i] = slopes[k] ?? null;
  });
  return { ir, beta };
}

/** Growth of the benchmark from 1; a missing day is a gap and the growth goes on after it. */
function growth(returns: readonly (number | null)[]): Line {
  let value = 1;
  return returns.map((r) => (r === null ? null : (value *= 1 + r)));
}

/** Which days are drawn when there are more than `limit`: the extremes, ends and gaps of every curve that carries risk. */
function keptDays(curves: Curves, limit: number): number[] {
  const n = curves.equity.length;
  if (n <= limit) return Array.from({ length: n }, (_, i) => i);
  const shares: [keyof Curves, number, 'line' | 'band'][] = [['equity', 0.4, 'line'], ['drawdown', 0.15, 'band'], ['frictionRealised', 0.15, 'band'], ['turnover', 0.1, 'band'], ['rollingSharpe60', 0.1, 'line'], ['benchmark', 0.1, 'line']];
  const kept = new Set([0, n - 1]);
  for (const [key, share, kind] of shares) for (const { index } of bucketSeries(curves[key].map((v) => v ?? Number.NaN), Math.floor((limit - 2) * share), kind)) kept.add(index);
  return [...kept].sort((a, b) => a - b);
}

/** Curves of one episode, its version phases and alerts, in at most `maxPoints` dates. `days` = only the last so many. @throws AppError NOT_FOUND */
export function readBookSeries(db: DbOrTx, input: { bookId: string; episodeId?: string | null; days?: number | null; maxPoints?: number }): BookSeries {
  const book = getBook(db, input.bookId);
  const episode = getEpisode(db, input.episodeId ?? book.episodeId);
  if (episode.bookId !== book.id) throw new AppError('NOT_FOUND', `${book.name} has no episode ${episode.id}.`);
  const rows = db.select(stepViewColumns).from(steps).where(eq(steps.episodeId, episode.id)).orderBy(asc(steps.dayIndex)).all();
  const returns = rows.map((s) => s.dayReturn);
  const benchmarkReturns = rows.map((s) => s.benchmarkReturn);
  const relative = rollingRelative(returns, benchmarkReturns);
  const hasBenchmark = benchmarkReturns.some((r) => r !== null);
  const curves: Curves = {
    equity: [1, ...rows.map((s) => s.equityFen / episode.initialFen)],
    benchmark: [hasBenchmark ? 1 : null, ...growth(benchmarkReturns)],
    drawdown: [0, ...rows.map((s) => s.drawdown)],
    principalLoss: [0, ...rows.map((s) => s.principalLoss)],
    turnover: [null, ...rows.map((s) => s.turnover)],
    frictionModelled: [null, ...rows.map((s) => s.frictionLinear + s.frictionRoot)],
    frictionRealised: [null, ...rows.map(frictionRatio)],
    rollingSharpe60: [null, ...finite(rollingRatio(returns.map((r) => r - RISK_FREE / TRADING_DAYS_PER_YEAR), WINDOW, TRADING_DAYS_PER_YEAR))],
    rollingIr60: [null, ...relative.ir],
    rollingBeta60: [null, ...relative.beta],
  };
  const allDates = rows.length > 0 ? [episode.startDate, ...rows.map((s) => s.date)] : [];
  const from = input.days ? Math.max(0, allDates.length - input.days) : 0;
  const window = Object.fromEntries(Object.entries(curves).map(([key, line]) => [key, line.slice(from, allDates.length)])) as unknown as Curves;
  const kept = keptDays(window, input.maxPoints ?? 1000);
  const dates = kept.map((i) => allDates[from + i] as string);
  const thin = (line: Line): Line => kept.map((i) => line[i] ?? null);
  const last = dates.at(-1) ?? episode.startDate;
  const stretches = listVersions(db, book.id).filter((v) => v.episodeId === episode.id);
  return {
    dates,
    ...(Object.fromEntries(Object.entries(window).map(([key, line]) => [key, thin(line)])) as unknown as Curves),
    phases: stretches.map((v) => ({ versionLabel: v.label, from: v.from, to: v.to ?? last })),
    alerts: db.select({ date: alerts.date, severity: alerts.severity, id: alerts.id, message: alerts.message }).from(alerts).where(eq(alerts.episodeId, episode.id)).orderBy(asc(alerts.dayIndex)).all().filter((a) => dates[0] !== undefined && a.date >= dates[0]),
    tau: fromBp(readBookConfig(book).terminal.tauBp),
  };
}
