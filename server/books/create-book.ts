import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { dateSchema } from '@/server/contracts/ids';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { getMarket, marketDates } from '@/server/db/market-store';
import { newId } from '@/server/db/new-id';
import { books, deployments, episodes } from '@/server/db/schema';
import type { Board } from '@/server/market/panel';
import { type BookConfigPatch, makeBookConfig } from './book-config';
import type { BookRow, EpisodeRow } from './get-book';
import { getVersion } from './versions';

/** Sessions of history before the first decision when nobody names a start. */
const DEFAULT_WARM_UP = 60;

const newBookSchema = z.object({
  name: z.string().trim().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u, 'must be 1 to 60 letters, digits, spaces, dots or dashes'),
  initialFen: z.int().min(100_000, 'must be at least 1,000.00').max(Number.MAX_SAFE_INTEGER / 20_000, 'is too large for exact integer money'),
  friction: z.boolean(),
  startDate: dateSchema.optional(),
});

export interface NewBook {
  name: string;
  marketName: string;
  packageId: string;
  versionId: string;
  initialFen: number;
  /** false = phase 0: nothing costs anything. */
  friction: boolean;
  config?: BookConfigPatch;
  /** First day of decision; default: the market's 61st session. A day without a session means the next one. */
  startDate?: string;
  actor: Actor;
  now: number;
}

/** The first session on or after a date that still has a session behind it. @throws AppError BAD_INPUT */
export function sessionFrom(dates: readonly string[], wanted: string | undefined): string {
  const at = wanted === undefined ? Math.min(DEFAULT_WARM_UP, Math.floor(dates.length / 4)) : dates.findIndex((d) => d >= wanted);
  const date = dates[at];
  if (date === undefined || at >= dates.length - 1) throw new AppError('BAD_INPUT', `startDate: ${wanted ?? 'the default'} leaves no session to trade; the market has ${dates[0]} to ${dates[dates.length - 1]}.`);
  return date;
}

/** Opens a book: state running, episode 1, its first version deployed. @throws AppError BAD_INPUT, NOT_FOUND, NOT_ALLOWED */
export function createBook(db: DbOrTx, input: NewBook): { book: BookRow; episode: EpisodeRow } {
  const { actor, now } = input;
  if (!roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', `Opening a book needs the role operator; ${actor.name} is ${actor.role}.`);
  const { name, initialFen, friction, startDate: wanted } = parseOrThrow(newBookSchema, input, 'book');
  const market = getMarket(db, input.marketName);
  const config = makeBookConfig(market.board as Board, input.config);
  const startDate = sessionFrom(marketDates(market), wanted);
  return write(db, (tx) => {
    if (tx.select({ id: books.id }).from(books).where(eq(books.name, name)).get()) throw new AppError('BAD_INPUT', `name: a book named ${name} exists; choose another name.`);
    const version = getVersion(tx, input.versionId);
    if (version.packageId !== input.packageId) throw new AppError('BAD_INPUT', `versionId: ${version.label} belongs to another package.`);
    const bookId = newId('book');
    const episodeId = newId('episode');
    const book = tx
      .insert(books)
      .values({ id: bookId, name, marketName: market.name, packageId: input.packageId, versionId: version.id, state: 'running', episodeId, config, thresholds: {}, createdAt: now })
      .returning()
      .get();
    const episode = tx.insert(episodes).values({ id: episodeId, bookId, number: 1, startDate, initialFen, friction, reason: 'First episode', startedAt: now }).returning().get();
    tx.insert(deployments).values({ id: newId('deployment'), bookId, episodeId, versionId: version.id, kind: 'initial', fromDayIndex: 0, fromDate: startDate, actorName: actor.name, at: now }).run();
    appendAudit(tx, { actor, action: 'book.create', entity: bookId, detail: { name, market: market.name, version: version.label, initialFen, friction, startDate }, now });
    appendEvent(tx, { kind: 'book.state', bookId, payload: { verb: 'create', to: 'running', actor: actor.name }, now });
    return { book, episode };
  });
}
