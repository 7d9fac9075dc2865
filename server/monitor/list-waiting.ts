import { and, asc, desc, eq, inArray, isNull, ne } from 'drizzle-orm';
import { failedRun } from '@/server/books/control-run';
import type { Severity } from '@/server/contracts/alert';
import type { BookState } from '@/server/contracts/book-state';
import type { DbOrTx } from '@/server/db/client';
import { alerts, autopsies, books, incidents, proposals } from '@/server/db/schema';
import { listEmptyAccounts } from './empty-accounts';

/** Something that only a person can move on. */
export interface WaitingItem {
  kind: 'alert' | 'incident' | 'autopsy' | 'proposal' | 'review' | 'approval' | 'account' | 'run';
  id: string;
  /** Null for an account that no single book owns. */
  bookId: string | null;
  bookName: string | null;
  incidentId: string | null;
  proposalId: string | null;
  severity: Severity | null;
  /** Since when it waits, epoch ms. */
  since: number;
  /** One sentence: what is the case and what is wanted. */
  text: string;
}
type IncidentRow = typeof incidents.$inferSelect;
type AutopsyRow = typeof autopsies.$inferSelect;
type ProposalRow = typeof proposals.$inferSelect;
type Place = Pick<WaitingItem, 'bookId' | 'bookName' | 'incidentId' | 'severity'>;

const FURTHEST: readonly ProposalRow['state'][] = ['deployed', 'holding', 'verified', 'running', 'queued'];

/** Of the candidates that were started together last, the one that is furthest: an exhausted one must not hide a verified one. */
function furthest(newestFirst: readonly ProposalRow[]): ProposalRow | undefined {
  const newest = newestFirst[0];
  const round = newestFirst.filter((p) => p === newest || (p.roundId !== null && p.roundId === newest?.roundId));
  return FURTHEST.flatMap((state) => round.filter((p) => p.state === state))[0] ?? newest;
}

/** Where an open incident waits for a person, or null while the agent is at work. */
function stageOf(place: Place, state: BookState | undefined, incident: IncidentRow, autopsy: AutopsyRow | undefined, proposal: ProposalRow | undefined): WaitingItem | null {
  const item = (kind: WaitingItem['kind'], id: string, since: number, text: string): WaitingItem => ({ ...place, kind, id, proposalId: proposal?.id ?? null, since, text });
  const over = state === 'running' ? ' The book trades again without an autopsy: close the incident with a reason.' : state === 'terminated' ? ' The episode is over: close the incident with a reason.' : '';
  if (!autopsy || (over && proposal?.state !== 'holding')) return item('incident', incident.id, incident.openedAt, incident.summary + over);
  if (autopsy.status === 'draft') return item('autopsy', autopsy.id, autopsy.updatedAt, `Version ${autopsy.version} of the autopsy is a draft and wants a signature.`);
  if (!proposal || proposal.autopsyId !== autopsy.id) return item('autopsy', autopsy.id, autopsy.signedAt ?? autopsy.updatedAt, 'The autopsy is signed; no agent works on it yet.');
  switch (proposal.state) {
    case 'queued':
    case 'running':
    case 'deployed':
      return null;
    case 'verified':
      return item('review', proposal.id, proposal.updatedAt, 'A verified proposal wants a decision.');
    case 'holding':
      return item('approval', proposal.id, proposal.updatedAt, 'An approved proposal is about to be deployed; it can still be stopped.');
    default:
      return item('proposal', proposal.id, proposal.updatedAt, `The agent's run ended without a proposal to approve (${proposal.state}).${proposal.error ? ` ${proposal.error.slice(0, 200)}` : ''}`);
  }
}

/** Everything that waits for a person, oldest first; `now` (epoch ms) says which month's budget still counts. */
export function listWaiting(db: DbOrTx, now = Date.now()): WaitingItem[] {
  const known = new Map(db.select({ id: books.id, name: books.name, state: books.state }).from(books).all().map((b) => [b.id, b]));
  const place = (row: { bookId: string; incidentId: string | null; severity: Severity | null }): Place => ({ bookId: row.bookId, bookName: known.get(row.bookId)?.name ?? row.bookId, incidentId: row.incidentId, severity: row.severity });
  const open = db.select().from(incidents).where(eq(incidents.status, 'open')).orderBy(asc(incidents.openedAt)).all();
  const ids = open.map((i) => i.id);
  // Newest first, so the first one met per incident is the one that counts.
  const drafts = db.select().from(autopsies).where(inArray(autopsies.incidentId, ids)).orderBy(desc(autopsies.version)).all();
  const runs = db.select().from(proposals).where(inArray(proposals.incidentId, ids)).orderBy(desc(proposals.createdAt)).all();
  const items = open.map((incident) => {
    const where = place({ bookId: incident.bookId, incidentId: incident.id, severity: 'critical' });
    return stageOf(where, known.get(incident.bookId)?.state, incident, drafts.find((a) => a.incidentId === incident.id), furthest(runs.filter((p) => p.incidentId === incident.id)));
  });
  const loose = db.select().from(alerts).where(and(eq(alerts.handling, 'open'), ne(alerts.severity, 'info'), isNull(alerts.incidentId))).orderBy(asc(alerts.openedAt)).all();
  // A running book that trades no day looks as if all were well.
  const failed = [...known.values()].flatMap((book): WaitingItem[] => {
    const run = failedRun(db, book);
    return run ? [{ ...place({ bookId: book.id, incidentId: null, severity: 'critical' }), kind: 'run', id: run.jobId, proposalId: null, since: run.at, text: `The book is running but trades no day: its last run failed. ${run.error.slice(0, 300)}` }] : [];
  });
  const single = loose.map((alert): WaitingItem => ({ ...place(alert), kind: 'alert', id: alert.id, proposalId: null, since: alert.openedAt, text: alert.message }));
  const staged = items.filter((item) => item !== null);
  // A run that ended for want of this account waits already, and says so.
  const told = (name: string) => staged.some((item) => item.kind === 'proposal' && runs.some((run) => run.id === item.id && run.error?.includes(`account ${name} has no`)));
  const accounts = listEmptyAccounts(db, known, now).filter((a) => !told(a.name)).map((a): WaitingItem => ({ kind: 'account', id: a.id, bookId: a.bookId, bookName: a.bookId === null ? null : (known.get(a.bookId)?.name ?? null), incidentId: null, proposalId: null, severity: 'warning', since: a.since, text: a.text }));
  return [...staged, ...failed, ...single, ...accounts].sort((a, b) => a.since - b.since);
}
