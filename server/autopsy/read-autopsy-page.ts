import type { EvidenceRef } from '@/server/contracts/autopsy';
import type { DbOrTx } from '@/server/db/client';
import { deploymentsOf } from './blame/describe-change';
import { readBlame } from './blame/read-blame';
import { type AutopsyRow, listAutopsies, listMandates, type Mandate } from './get-autopsy';
import { alertRef, dayRef, type IncidentRow, quoteRef, readIncidentRows } from './incident-rows';
import { type MeasuredMetric, measureIncident } from './measure-incident';
import { citedQuotes, evidenceOf, type IncidentPage, marketOf } from './read-incident-page';
import { readRowDates } from './read-row-dates';
import { issuesOf, type SavedDraft } from './save-draft';

export interface AutopsyPage {
  readonly incident: IncidentRow;
  readonly book: IncidentPage['book'];
  readonly market: IncidentPage['market'];
  /** The version asked for, else the newest; null before the first draft. */
  readonly autopsy: AutopsyRow | null;
  readonly issues: SavedDraft['issues'];
  readonly versions: readonly { readonly id: string; readonly version: number; readonly status: 'draft' | 'signed'; readonly signedAt: number | null }[];
  /** What was measured, with its rows: the form links each metric to them. */
  readonly metrics: readonly MeasuredMetric[];
  /** Rows that stand on the incident's page: its days, its alerts, the quotes that an autopsy cites, the deployments of the code that ran. */
  readonly onIncident: readonly EvidenceRef[];
  /** Trading day of every fill and order that a metric or the text cites, by id. */
  readonly rowDates: ReadonlyMap<string, string>;
  readonly metricSources: Readonly<Record<string, readonly EvidenceRef[]>>;
  /** Signed mandates of the book from other autopsies, newest first. */
  readonly earlier: readonly Mandate[];
}

/** Everything the autopsy screen shows. @throws AppError NOT_FOUND */
export function getAutopsyPage(db: DbOrTx, incidentId: string, version?: number): AutopsyPage {
  const rows = readIncidentRows(db, incidentId);
  const versions = listAutopsies(db, incidentId);
  const autopsy = (version === undefined ? versions[0] : versions.find((v) => v.version === version)) ?? null;
  const metrics = measureIncident(rows);
  const { book } = rows;
  const cited = versions.flatMap(evidenceOf);
  return {
    incident: rows.incident,
    book: { id: book.id, name: book.name, state: book.state, revision: book.revision, marketName: book.marketName },
    market: marketOf(db, book.marketName),
    autopsy,
    issues: autopsy ? issuesOf(autopsy.document) : [],
    versions: versions.map(({ id, version: number, status, signedAt }) => ({ id, version: number, status, signedAt })),
    metrics,
    onIncident: [...[...rows.days, ...rows.after].map(dayRef), ...rows.alerts.map(alertRef), ...citedQuotes(rows.quotes, cited).map(quoteRef), ...deploymentsOf(readBlame(db, rows).blame)],
    rowDates: readRowDates(db, [...metrics.flatMap((m) => m.refs), ...cited]),
    metricSources: Object.fromEntries(metrics.map((m) => [m.name, m.refs])),
    earlier: listMandates(db, book.id).filter((m) => m.autopsyId !== autopsy?.id),
  };
}
