import { eq, max } from 'drizzle-orm';
import { parseOrThrow } from '@/server/contracts/errors';
import { z } from 'zod';
import type { Actor } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { getMarket, marketDates } from '@/server/db/market-store';
import { newId } from '@/server/db/new-id';
import { deployments, episodes } from '@/server/db/schema';
import { sessionFrom } from './create-book';
import { type BookRow, type EpisodeRow, getBook, getEpisode, lastStepDate } from './get-book';
import { moveBook } from './move-book';

const optionsSchema = z.object({ initialFen: z.int().min(100_000).max(Number.MAX_SAFE_INTEGER / 20_000).optional(), friction: z.boolean().optional() });

export interface NewEpisode {
  bookId: string;
  reason: string;
  /** Default: as in the episode before. */
  initialFen?: number;
  friction?: boolean;
  /** Default: the day the old episode stands at. */
  startDate?: string;
  actor: Actor;
  expectedRevision?: number;
  now: number;
}

/** Starts again from fresh capital with the version now deployed; the old episode is kept as it is. @throws as moveBook, BAD_INPUT when no session is left */
export function startNewEpisode(db: DbOrTx, input: NewEpisode): { book: BookRow; episode: EpisodeRow } {
  const { bookId, reason, actor, now } = input;
  const options = parseOrThrow(optionsSchema, input, 'episode');
  const dates = marketDates(getMarket(db, getBook(db, bookId).marketName));
  return write(db, (tx) => {
    const book = getBook(tx, bookId);
    const old = getEpisode(tx, book.episodeId);
    const startDate = sessionFrom(dates, input.startDate ?? lastStepDate(tx, old.id) ?? old.startDate);
    const number = (tx.select({ n: max(episodes.number) }).from(episodes).where(eq(episodes.bookId, bookId)).get()?.n ?? 0) + 1;
    const episodeId = newId('episode');
    const moved = moveBook(tx, { bookId, verb: 'new_episode', reason, actor, expectedRevision: input.expectedRevision, set: { episodeId }, now });
    if (old.endedAt === null) tx.update(episodes).set({ endedAt: now, endReason: reason }).where(eq(episodes.id, old.id)).run();
    const episode = tx
      .insert(episodes)
      .values({ id: episodeId, bookId, number, startDate, initialFen: options.initialFen ?? old.initialFen, friction: options.friction ?? old.friction, reason, startedAt: now })
      .returning()
      .get();
    tx.insert(deployments).values({ id: newId('deployment'), bookId, episodeId, versionId: book.versionId, kind: 'initial', fromDayIndex: 0, fromDate: startDate, actorName: actor.name, at: now }).run();
    return { book: moved, episode };
  });
}
