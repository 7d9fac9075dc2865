import { and, asc, eq } from 'drizzle-orm';
import { readBookConfig, simulationConfigOf } from '@/server/books/book-config';
import { type BookRow, getBook, getEpisode, lastStepDate } from '@/server/books/get-book';
import { loadVersion } from '@/server/books/versions';
import { getAutopsy } from '@/server/autopsy/get-autopsy';
import { type Autopsy, autopsySchema } from '@/server/contracts/autopsy';
import { AppError } from '@/server/contracts/errors';
import type { Db, DbOrTx } from '@/server/db/client';
import { getMarket, loadMarketPanel } from '@/server/db/market-store';
import { attempts, packageVersions, proposals } from '@/server/db/schema';
import { getProposal } from '@/server/review/load-verified';
import type { ProposalRow } from '@/server/review/types';
import type { VerifyMarket } from '@/server/stdaw';
import type { StrategyPackage } from '@/server/strategy/types';
import type { AgentTask } from './port';

export type AttemptRow = typeof attempts.$inferSelect;

/** Everything a run needs that does not change while it runs. */
export interface AgentRun {
  readonly proposal: ProposalRow;
  readonly book: BookRow;
  readonly autopsy: Autopsy;
  readonly base: StrategyPackage;
  readonly market: VerifyMarket;
  /** Attempts of the proposals this one continues, oldest first. */
  readonly inherited: AgentTask['past'];
  readonly feedback: readonly string[];
}

/** Sessions up to the book's last day on which versions are compared: about a year, the day of the loss included. */
const GATE_SESSIONS = 250;

/** @throws AppError NOT_FOUND, BINDING_MISMATCH (the stored version was altered) */
export function openRun(db: Db, proposalId: string): AgentRun {
  const proposal = getProposal(db, proposalId);
  const book = getBook(db, proposal.bookId);
  const version = db.select().from(packageVersions).where(and(eq(packageVersions.packageId, proposal.packageId), eq(packageVersions.commit, proposal.baseCommit))).get();
  if (!version) throw new AppError('NOT_FOUND', `Commit ${proposal.baseCommit.slice(0, 10)} is no registered version of package ${proposal.packageId}.`);
  const base = loadVersion(db, version.id);
  const ancestors = ancestorsOf(db, proposal);
  return {
    proposal,
    book,
    autopsy: autopsySchema.parse(getAutopsy(db, proposal.autopsyId).document),
    base,
    market: gateMarket(db, book),
    inherited: ancestors.flatMap((p) => listAttempts(db, p.id)).map(toPast),
    feedback: ancestors.flatMap((p) => (p.feedback ? [p.feedback] : [])),
  };
}

/** Attempts of a proposal in order. */
export const listAttempts = (db: DbOrTx, proposalId: string): AttemptRow[] => db.select().from(attempts).where(eq(attempts.proposalId, proposalId)).orderBy(asc(attempts.number)).all();

export const toPast = (a: AttemptRow): AgentTask['past'][number] => ({ number: a.number, edits: a.edits, gradient: a.gradient, diff: a.diff });

function ancestorsOf(db: DbOrTx, proposal: ProposalRow): ProposalRow[] {
  const chain: ProposalRow[] = [];
  for (let id = proposal.parentId; id !== null && chain.length < 20; ) {
    const parent = db.select().from(proposals).where(eq(proposals.id, id)).get();
    if (!parent) break;
    chain.unshift(parent);
    id = parent.parentId;
  }
  return chain;
}

/** The book's own market, costs and capital, with friction, up to its last traded day: never a day it has not lived. */
export function gateMarket(db: DbOrTx, book: BookRow): VerifyMarket {
  const row = getMarket(db, book.marketName);
  const panel = loadMarketPanel(row);
  const episode = getEpisode(db, book.episodeId);
  const to = lastStepDate(db, book.episodeId) ?? episode.startDate;
  const last = panel.dates.indexOf(to);
  return {
    name: row.name,
    panel,
    panelHash: row.panelHash,
    from: panel.dates[Math.max(0, last - GATE_SESSIONS)]!,
    to,
    config: simulationConfigOf(readBookConfig(book), { initialFen: episode.initialFen, friction: true }),
  };
}
