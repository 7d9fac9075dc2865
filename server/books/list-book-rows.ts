import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { fromBp } from '@/server/contracts/units';
import type { BookState } from '@/server/contracts/book-state';
import type { DbOrTx } from '@/server/db/client';
import { books, episodes, events, markets, packageVersions, steps } from '@/server/db/schema';
import { readBookConfig } from './book-config';
import { realisedFrictionRatio, stepFigureColumns } from './step-figures';

const SPARK_POINTS = 60;

/** One book as the overview shows it. Money in fen, ratios as float64; null = no day yet. */
export interface BookSummary {
  id: string;
  name: string;
  state: BookState;
  marketName: string;
  currency: string;
  synthetic: boolean;
  versionLabel: string;
  episodeNumber: number;
  friction: boolean;
  tau: number;
  equityFen: number | null;
  date: string | null;
  todayPnlFen: number | null;
  todayReturn: number | null;
  principalLoss: number | null;
  frictionModelled: number | null;
  frictionRealised: number | null;
  /** When the last day was stored, epoch ms. */
  lastStepAt: number | null;
  daysDone: number;
  /** W_t / W_0, at most 60 points, first and last day included. */
  spark: number[];
}

/** All books with the figures of their last day. Three queries whatever their number, and one short one per book for freshness. */
export function listBookRows(db: DbOrTx): BookSummary[] {
  const rows = db
    .select({ book: books, episode: episodes, market: markets, label: packageVersions.label })
    .from(books)
    .innerJoin(episodes, eq(episodes.id, books.episodeId))
    .innerJoin(markets, eq(markets.name, books.marketName))
    .innerJoin(packageVersions, eq(packageVersions.id, books.versionId))
    .orderBy(asc(books.name))
    .all();
  const ids = rows.map((row) => row.episode.id);
  const lastIndex = sql`(select max(s.day_index) from steps s where s.episode_id = ${steps.episodeId})`;
  const last = new Map(db.select(stepFigureColumns).from(steps).where(and(inArray(steps.episodeId, ids), eq(steps.dayIndex, lastIndex))).all().map((step) => [step.episodeId, step]));
  const sparks = readSparks(db, ids);
  return rows.map(({ book, episode, market, label }) => {
    const step = last.get(episode.id) ?? null;
    return {
      id: book.id,
      name: book.name,
      state: book.state,
      marketName: market.name,
      currency: market.currency,
      synthetic: market.synthetic,
      versionLabel: label,
      episodeNumber: episode.number,
      friction: episode.friction,
      tau: fromBp(readBookConfig(book).terminal.tauBp),
      equityFen: step?.equityFen ?? null,
      date: step?.date ?? null,
      todayPnlFen: step?.pnlFen ?? null,
      todayReturn: step?.dayReturn ?? null,
      principalLoss: step?.principalLoss ?? null,
      frictionModelled: step ? step.frictionLinear + step.frictionRoot : null,
      frictionRealised: step && realisedFrictionRatio(step),
      lastStepAt: lastStepAt(db, book.id),
      daysDone: step ? step.dayIndex + 1 : 0,
      spark: (sparks.get(episode.id) ?? []).map((fen) => fen / episode.initialFen),
    };
  });
}

/** When the newest day of a book was stored, epoch ms; null before the first. */
export const lastStepAt = (db: DbOrTx, bookId: string): number | null =>
  db.select({ at: events.at }).from(events).where(and(eq(events.bookId, bookId), eq(events.kind, 'book.step'))).orderBy(desc(events.id)).limit(1).get()?.at ?? null;

/** Equity in fen of evenly spread days, by episode; the last day always among them. */
function readSparks(db: DbOrTx, episodeIds: string[]): Map<string, number[]> {
  const days = sql`(select max(s.day_index) + 1 from steps s where s.episode_id = ${steps.episodeId})`;
  // Counted back from the last day, so that the curve always ends where the book stands.
  const kept = sql`(${days} - 1 - ${steps.dayIndex}) % ((${days} + ${SPARK_POINTS - 1}) / ${SPARK_POINTS}) = 0`;
  const found = new Map<string, number[]>();
  for (const row of db.select({ id: steps.episodeId, fen: steps.equityFen }).from(steps).where(and(inArray(steps.episodeId, episodeIds), kept)).orderBy(asc(steps.dayIndex)).all()) {
    const list = found.get(row.id);
    if (list) list.push(row.fen);
    else found.set(row.id, [row.fen]);
  }
  return found;
}
