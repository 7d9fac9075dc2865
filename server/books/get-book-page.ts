import { asc, desc, eq } from 'drizzle-orm';
import { BOOK_TRANSITIONS, BOOK_VERBS, type BookVerb, nextBookState } from '@/server/contracts/book-state';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import type { DbOrTx } from '@/server/db/client';
import { alerts, bookTransitions, episodes, fills, incidents, orders, steps } from '@/server/db/schema';
import { type EpisodeRow, getBook, getLastStep } from './get-book';
import { type BookSummary, listBookRows } from './list-book-rows';
import { listVersions, type VersionStretch } from './list-versions';
import { whyNotMove } from './move-book';
import { type StepView, withoutState } from './read-day';
import { type Holding, readHoldings } from './read-holdings';
import { previousVersionId } from './roll-back';
import type { FillRow, OrderRow } from './step-rows';
import { getVersion, type VersionRow } from './versions';

export interface VerbOffer {
  verb: BookVerb;
  to: string;
  effect: string;
  role: string;
  /** A reason must be typed. */
  reason: boolean;
  /** The state allows it; only something else (role, no earlier version) may stand against it. */
  fromHere: boolean;
  /** Why not now, as a sentence, or null. */
  why: string | null;
}

export interface BookPage {
  book: BookSummary;
  episode: EpisodeRow;
  episodes: EpisodeRow[];
  version: VersionRow;
  verbs: VerbOffer[];
  /** Why the book cannot be stepped now, or null. */
  canStepWhy: string | null;
  lastStep: StepView | null;
  recentSteps: StepView[];
  holdings: Holding[];
  orders: OrderRow[];
  fills: FillRow[];
  versions: VersionStretch[];
  transitions: (typeof bookTransitions.$inferSelect)[];
  incidents: (typeof incidents.$inferSelect)[];
  alerts: (typeof alerts.$inferSelect)[];
}

/** Verbs of a book for one reader: what each does, and why not now. */
export function offerVerbs(db: DbOrTx, bookId: string, actor: Actor): VerbOffer[] {
  const book = getBook(db, bookId);
  return BOOK_VERBS.map((verb) => {
    const { to, effect, role, reason } = BOOK_TRANSITIONS[verb];
    const noEarlier = verb === 'roll_back' && previousVersionId(db, book) === null ? 'It runs its first version; there is none before it.' : null;
    return { verb, to, effect, role, reason, fromHere: nextBookState(book.state, verb) !== null, why: whyNotMove(book, verb, actor) ?? noEarlier };
  });
}

function whyNotStep(book: BookSummary, actor: Actor): string | null {
  if (book.state !== 'running') return `The book is ${book.state.replaceAll('_', ' ')}; only a running book trades.`;
  if (!roleAtLeast(actor.role, 'operator')) return `Running a book needs the role operator; you are ${actor.role}.`;
  if (book.activeJob) return 'It is being run already.';
  return book.date !== null && book.date >= book.marketEnd ? `The market ends on ${book.marketEnd}; import newer bars to go on.` : null;
}

const RECENT = 20;
const ROWS = 200;

/** Everything the book's page shows, of the episode now or an older one. @throws AppError NOT_FOUND */
export function getBookPage(db: DbOrTx, input: { bookId: string; actor: Actor; episodeId?: string }): BookPage {
  const { bookId, actor } = input;
  const [book] = listBookRows(db, { bookId });
  if (!book) throw new AppError('NOT_FOUND', `There is no book ${bookId}.`);
  const all = db.select().from(episodes).where(eq(episodes.bookId, bookId)).orderBy(asc(episodes.number)).all();
  const episode = all.find((e) => e.id === (input.episodeId ?? book.episodeId));
  if (!episode) throw new AppError('NOT_FOUND', `Book ${book.name} has no episode ${input.episodeId}.`);
  const recent = db.select().from(steps).where(eq(steps.episodeId, episode.id)).orderBy(desc(steps.dayIndex)).limit(RECENT).all();
  const last = recent[0] ?? getLastStep(db, episode.id);
  return {
    book,
    episode,
    episodes: all,
    version: getVersion(db, getBook(db, bookId).versionId),
    verbs: offerVerbs(db, bookId, actor),
    canStepWhy: whyNotStep(book, actor),
    lastStep: last ? withoutState(last) : null,
    recentSteps: recent.map(withoutState),
    holdings: readHoldings(last ?? null),
    orders: db.select().from(orders).where(eq(orders.episodeId, episode.id)).orderBy(desc(orders.dayIndex), asc(orders.id)).limit(ROWS).all(),
    fills: db.select().from(fills).where(eq(fills.episodeId, episode.id)).orderBy(desc(fills.dayIndex), asc(fills.id)).limit(ROWS).all(),
    versions: listVersions(db, bookId),
    transitions: db.select().from(bookTransitions).where(eq(bookTransitions.bookId, bookId)).orderBy(desc(bookTransitions.id)).limit(RECENT).all(),
    incidents: db.select().from(incidents).where(eq(incidents.bookId, bookId)).orderBy(desc(incidents.openedAt)).all(),
    alerts: db.select().from(alerts).where(eq(alerts.bookId, bookId)).orderBy(desc(alerts.openedAt)).limit(ROWS).all(),
  };
}
