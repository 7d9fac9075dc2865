import { desc, eq } from 'drizzle-orm';
import { BOOK_TRANSITIONS, BOOK_VERBS, type BookVerb, nextBookState } from '@/server/contracts/book-state';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { fromBp } from '@/server/contracts/units';
import type { DbOrTx } from '@/server/db/client';
import { getMarket, type MarketRow } from '@/server/db/market-store';
import { bookTransitions, episodes, incidents, proposals, steps } from '@/server/db/schema';
import type { Job } from '@/server/jobs/job';
import { readBookConfig } from './book-config';
import { activeRun } from './control-run';
import { type BookRow, type EpisodeRow, getBook } from './get-book';
import { lastStepAt } from './list-book-rows';
import { whyNotMove } from './move-book';
import { previousVersionId } from './roll-back';
import { realisedFrictionRatio, type StepFigures, stepFigureColumns } from './step-figures';
import { getVersion, type VersionRow } from './versions';

export interface VerbView {
  verb: BookVerb;
  effect: string;
  /** The verb asks for a reason. */
  reason: boolean;
  /** Why this reader cannot do it now, or null. */
  why: string | null;
  /** The book's state allows it. */
  fromHere: boolean;
}

export interface BookPage {
  book: BookRow;
  market: Omit<MarketRow, 'ledger'>;
  /** The episode that is looked at: the running one unless another was asked for. */
  episode: EpisodeRow;
  isCurrentEpisode: boolean;
  episodes: EpisodeRow[];
  version: VersionRow;
  tau: number;
  lastStep: StepFigures | null;
  frictionRealised: number | null;
  lastStepAt: number | null;
  verbs: VerbView[];
  /** Why the book cannot be stepped by this reader now, or null. */
  whyNotStep: string | null;
  activeRun: Job | null;
  /** The open incident and the newest proposal: where the loop stands while the book does not trade. */
  openIncidentId: string | null;
  proposalId: string | null;
}

/** What stands above the tabs of a book's page. @throws AppError NOT_FOUND for an unknown book or another book's episode */
export function readBookPage(db: DbOrTx, input: { bookId: string; episodeId?: string | null; actor: Actor }): BookPage {
  const { bookId, actor } = input;
  const book = getBook(db, bookId);
  const { ledger: _, ...market } = getMarket(db, book.marketName);
  const all = db.select().from(episodes).where(eq(episodes.bookId, bookId)).orderBy(desc(episodes.number)).all();
  const episode = all.find((e) => e.id === (input.episodeId ?? book.episodeId));
  if (!episode) throw new AppError('NOT_FOUND', `${book.name} has no episode ${input.episodeId}.`);
  const lastStep = db.select(stepFigureColumns).from(steps).where(eq(steps.episodeId, episode.id)).orderBy(desc(steps.dayIndex)).limit(1).get() ?? null;
  const openIncident = db.select({ id: incidents.id, status: incidents.status }).from(incidents).where(eq(incidents.bookId, bookId)).orderBy(desc(incidents.openedAt)).limit(1).get();
  const proposal = db.select({ id: proposals.id }).from(proposals).where(eq(proposals.bookId, bookId)).orderBy(desc(proposals.createdAt)).limit(1).get();
  return {
    book,
    market,
    episode,
    isCurrentEpisode: episode.id === book.episodeId,
    episodes: all,
    version: getVersion(db, book.versionId),
    tau: fromBp(readBookConfig(book).terminal.tauBp),
    lastStep,
    frictionRealised: lastStep && realisedFrictionRatio(lastStep),
    lastStepAt: lastStepAt(db, bookId),
    verbs: listVerbs(db, book, actor),
    whyNotStep: whyNotStep(book, actor, lastStep?.date ?? null, market.lastDate),
    activeRun: activeRun(db, bookId),
    openIncidentId: openIncident?.status === 'open' ? openIncident.id : null,
    proposalId: proposal?.id ?? null,
  };
}

function listVerbs(db: DbOrTx, book: BookRow, actor: Actor): VerbView[] {
  return BOOK_VERBS.map((verb) => {
    const { effect, reason } = BOOK_TRANSITIONS[verb];
    const nothingBefore = verb === 'roll_back' && previousVersionId(db, book) === null ? 'It runs its first version; there is none before it.' : null;
    return { verb, effect, reason, why: whyNotMove(book, verb, actor) ?? nothingBefore, fromHere: nextBookState(book.state, verb) !== null };
  });
}

function whyNotStep(book: BookRow, actor: Actor, lastDate: string | null, marketEnd: string): string | null {
  if (book.state !== 'running') return `The book is ${book.state.replaceAll('_', ' ')}; only a running book trades.`;
  if (lastDate !== null && lastDate >= marketEnd) return `The market ends on ${marketEnd}; import later bars to go on.`;
  if (!roleAtLeast(actor.role, 'operator')) return `Running a book needs the role operator; you are ${actor.role}.`;
  return null;
}

export type TransitionRow = typeof bookTransitions.$inferSelect;
/** Changes of state, newest first. */
export const listTransitions = (db: DbOrTx, bookId: string, limit = 100): TransitionRow[] =>
  db.select().from(bookTransitions).where(eq(bookTransitions.bookId, bookId)).orderBy(desc(bookTransitions.id)).limit(limit).all();
