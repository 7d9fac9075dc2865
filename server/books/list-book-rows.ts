import { and, asc, count, eq, inArray, max, sql } from 'drizzle-orm';
import type { BookState } from '@/server/contracts/book-state';
import type { DbOrTx } from '@/server/db/client';
import { alerts, books, episodes, events, markets, packageVersions, steps } from '@/server/db/schema';
import type { Job } from '@/server/jobs/job';
import { listJobs } from '@/server/jobs/read-jobs';
import { readBookConfig } from './book-config';
import { type StepView, stepViewColumns } from './read-day';
import { realisedFrictionFen } from './step-rows';

const SPARK_POINTS = 60;
const RUN_KINDS = ['book.run', 'book.live'];

/** One book as the overview shows it. Money in fen, ratios as float64; null = no day yet. */
export interface BookSummary {
  id: string;
  name: string;
  state: BookState;
  revision: number;
  marketName: string;
  /** Last session of the market. */
  marketEnd: string;
  currency: string;
  synthetic: boolean;
  seed: number | null;
  versionLabel: string;
  episodeId: string;
  episodeNumber: number;
  friction: boolean;
  initialFen: number;
  tauBp: number;
  equityFen: number | null;
  date: string | null;
  todayPnlFen: number | null;
  todayReturn: number | null;
  principalLoss: number | null;
  drawdown: number | null;
  /** Of the last day, as fractions of equity before it. */
  frictionModelled: number | null;
  frictionRealised: number | null;
  /** When the last day was stored, epoch ms. */
  lastStepAt: number | null;
  daysDone: number;
  paceSeconds: number | null;
  activeJob: Pick<Job, 'id' | 'kind' | 'state' | 'progress' | 'progressText' | 'cancelRequested'> | null;
  openAlerts: number;
  /** W_t / W_0, at most 60 points from 1 at the start to the last day. */
  spark: number[];
}

type Costs = Pick<StepView, 'equityFen' | 'pnlFen' | 'commissionFen' | 'dutyFen' | 'transferFen' | 'otherFen' | 'spreadFen' | 'impactFen'>;
/** Realised friction of a day as a fraction of equity before it; 0 when there was none left. */
export function frictionRatio(step: Costs): number {
  const before = step.equityFen - step.pnlFen;
  return before > 0 ? realisedFrictionFen(step) / before : 0;
}

/** All books, or one, with the figures of their last day: a fixed number of queries whatever their number. */
export function listBookRows(db: DbOrTx, filter: { bookId?: string } = {}): BookSummary[] {
  const rows = db
    .select({ book: books, episode: episodes, market: markets, label: packageVersions.label })
    .from(books)
    .innerJoin(episodes, eq(episodes.id, books.episodeId))
    .innerJoin(markets, eq(markets.name, books.marketName))
    .innerJoin(packageVersions, eq(packageVersions.id, books.versionId))
    .where(filter.bookId ? eq(books.id, filter.bookId) : undefined)
    .orderBy(asc(books.name))
    .all();
  const bookIds = rows.map((row) => row.book.id);
  const episodeIds = rows.map((row) => row.episode.id);
  const isLast = eq(steps.dayIndex, sql`(select max(s.day_index) from steps s where s.episode_id = ${steps.episodeId})`);
  const last = new Map(db.select(stepViewColumns).from(steps).where(and(inArray(steps.episodeId, episodeIds), isLast)).all().map((step) => [step.episodeId, step]));
  const seen = new Map(db.select({ id: events.bookId, at: max(events.at) }).from(events).where(and(inArray(events.bookId, bookIds), eq(events.kind, 'book.step'))).groupBy(events.bookId).all().map((e) => [e.id, e.at]));
  const open = new Map(db.select({ id: alerts.bookId, n: count() }).from(alerts).where(and(inArray(alerts.bookId, bookIds), eq(alerts.handling, 'open'))).groupBy(alerts.bookId).all().map((a) => [a.id, a.n]));
  const runs = listJobs(db, { active: true }).filter((job) => RUN_KINDS.includes(job.kind));
  const sparks = readSparks(db, episodeIds);
  return rows.map(({ book, episode, market, label }) => {
    const step = last.get(episode.id) ?? null;
    const run = runs.find((job) => job.lane === book.id);
    return {
      id: book.id,
      name: book.name,
      state: book.state,
      revision: book.revision,
      marketName: market.name,
      marketEnd: market.lastDate,
      currency: market.currency,
      synthetic: market.synthetic,
      seed: market.seed,
      versionLabel: label,
      episodeId: episode.id,
      episodeNumber: episode.number,
      friction: episode.friction,
      initialFen: episode.initialFen,
      tauBp: readBookConfig(book).terminal.tauBp,
      equityFen: step?.equityFen ?? null,
      date: step?.date ?? null,
      todayPnlFen: step?.pnlFen ?? null,
      todayReturn: step?.dayReturn ?? null,
      principalLoss: step?.principalLoss ?? null,
      drawdown: step?.drawdown ?? null,
      frictionModelled: step ? step.frictionLinear + step.frictionRoot : null,
      frictionRealised: step && frictionRatio(step),
      lastStepAt: seen.get(book.id) ?? null,
      daysDone: step ? step.dayIndex + 1 : 0,
      paceSeconds: book.paceSeconds,
      activeJob: run ? { id: run.id, kind: run.kind, state: run.state, progress: run.progress, progressText: run.progressText, cancelRequested: run.cancelRequested } : null,
      openAlerts: open.get(book.id) ?? 0,
      spark: [1, ...(sparks.get(episode.id) ?? []).map((fen) => fen / episode.initialFen)],
    };
  });
}

/** Equity in fen of evenly spread days by episode, counted back from the last day so that a curve ends where its book stands. */
function readSparks(db: DbOrTx, episodeIds: string[]): Map<string, number[]> {
  const days = sql`(select max(s.day_index) + 1 from steps s where s.episode_id = ${steps.episodeId})`;
  const isKept = sql`(${days} - 1 - ${steps.dayIndex}) % ((${days} + ${SPARK_POINTS - 2}) / ${SPARK_POINTS - 1}) = 0`;
  const found = new Map<string, number[]>();
  for (const row of db.select({ id: steps.episodeId, fen: steps.equityFen }).from(steps).where(and(inArray(steps.episodeId, episodeIds), isKept)).orderBy(asc(steps.dayIndex)).all()) {
    const list = found.get(row.id);
    if (list) list.push(row.fen);
    else found.set(row.id, [row.fen]);
  }
  return found;
}
