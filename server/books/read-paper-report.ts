import { asc, eq } from 'drizzle-orm';
import { type Phase, type PhaseReport, phaseTable } from '@/server/analytics/phase-table';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { getMarket } from '@/server/db/market-store';
import { stylesOn } from '@/server/db/market-styles';
import { episodes, steps } from '@/server/db/schema';
import { type EpisodeRow, getBook } from './get-book';
import { listVersions } from './list-versions';
import { stepViewColumns } from './read-day';

export interface PaperReport {
  bookId: string;
  bookName: string;
  market: { name: string; synthetic: boolean; seed: number | null };
  episode: Pick<EpisodeRow, 'id' | 'number' | 'friction' | 'startDate'>;
  /** All of the book's, in order. */
  episodes: Pick<EpisodeRow, 'number' | 'friction'>[];
  /** Phases are deployed versions, or dates that a person gave. */
  source: 'versions' | 'dates';
  /** The first row is the whole episode; [] before the first day. */
  rows: PhaseReport[];
}

/** Deployed versions of an episode as phases; a version that came back (roll back) is numbered. */
function versionPhases(db: DbOrTx, bookId: string, episodeId: string, dates: readonly string[]): Phase[] {
  const seen = new Map<string, number>();
  let at = 0;
  return listVersions(db, bookId).filter((v) => v.episodeId === episodeId && v.days > 0).map((v) => {
    const times = (seen.get(v.label) ?? 0) + 1;
    seen.set(v.label, times);
    const from = dates[at] as string;
    at += v.days;
    return { name: times === 1 ? v.label : `${v.label} (${times})`, from, to: dates[at - 1] as string };
  });
}

/**
 * A book's days in the paper's two tables: per deployed version, or by given dates; one episode, by default the one that runs now.
 * @throws AppError NOT_FOUND for an episode the book has not, BAD_INPUT for a phase without days
 */
export function readPaperReport(db: DbOrTx, input: { bookId: string; episodeNumber?: number | null; phases?: readonly Phase[] | null }): PaperReport {
  const book = getBook(db, input.bookId);
  const all = db.select().from(episodes).where(eq(episodes.bookId, book.id)).orderBy(asc(episodes.number)).all();
  const episode = all.find((e) => (input.episodeNumber == null ? e.id === book.episodeId : e.number === input.episodeNumber));
  if (!episode) throw new AppError('NOT_FOUND', `${book.name} has no episode ${input.episodeNumber}; it has ${all.map((e) => e.number).join(', ')}.`);
  const market = getMarket(db, book.marketName);
  const days = db.select(stepViewColumns).from(steps).where(eq(steps.episodeId, episode.id)).orderBy(asc(steps.dayIndex)).all();
  const dates = days.map((s) => s.date);
  const rows = days.length === 0 ? [] : phaseTable({
    dates,
    returns: Float64Array.from(days, (s) => s.dayReturn),
    benchmark: Float64Array.from(days, (s) => s.benchmarkReturn ?? Number.NaN),
    styles: stylesOn(market, dates),
    phases: input.phases ?? versionPhases(db, book.id, episode.id, dates),
    baseDate: episode.startDate,
  });
  return {
    bookId: book.id, bookName: book.name, market: { name: market.name, synthetic: market.synthetic, seed: market.seed },
    episode: { id: episode.id, number: episode.number, friction: episode.friction, startDate: episode.startDate },
    episodes: all.map(({ number, friction }) => ({ number, friction })),
    source: input.phases ? 'dates' : 'versions', rows,
  };
}
