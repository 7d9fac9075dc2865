import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import { moveBook } from '@/server/books/move-book';
import type { Actor } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { autopsies } from '@/server/db/schema';
import { markInAutopsy } from '@/server/monitor/handle-alert';
import { composeDocument, namedSuspects } from './compose-document';
import { recordClaims } from './critic/claim-store';
import { nameSuspects } from './critic/name-suspects';
import { type AutopsyRow, listAutopsies } from './get-autopsy';
import { readIncidentRows } from './incident-rows';
import { measureIncident } from './measure-incident';

/**
 * Opens the autopsy of an incident: the draft that exists, a new version of a signed one, or a first text by the
 * rule-based critic. Stops the book for the autopsy (open_autopsy) when it is halted.
 * @throws AppError NOT_FOUND, ILLEGAL_TRANSITION (the book is not stopped), NOT_ALLOWED
 */
export function draftAutopsy(db: DbOrTx, input: { incidentId: string; actor: Actor; now: number }): AutopsyRow {
  const { incidentId, actor, now } = input;
  return write(db, (tx) => {
    const versions = listAutopsies(tx, incidentId);
    const draft = versions.find((v) => v.status === 'draft');
    if (draft && readIncidentRows(tx, incidentId).book.state === 'in_autopsy') return draft;
    const rows = readIncidentRows(tx, incidentId);
    if (rows.book.state !== 'in_autopsy') moveBook(tx, { bookId: rows.book.id, verb: 'open_autopsy', actor, now });
    markInAutopsy(tx, { incidentId, now });
    if (draft) return draft;
    const signed = versions[0];
    const { suspects, dropped } = nameSuspects(tx, rows);
    const row = tx
      .insert(autopsies)
      .values({
        id: newId('autopsy'), incidentId, bookId: rows.book.id, version: (signed?.version ?? 0) + 1, status: 'draft',
        document: signed ? signed.document : composeDocument(rows, measureIncident(rows), suspects),
        draftedBy: signed ? `version ${signed.version}` : 'critic', updatedAt: now, updatedBy: signed ? actor.name : 'critic',
      })
      .returning()
      .get();
    if (!signed) recordClaims(tx, { autopsyId: row.id, source: 'rules', model: null, claims: namedSuspects(suspects).map((s) => ({ ...s, dropped: null })), now });
    appendAudit(tx, { actor, action: 'autopsy.draft', entity: row.id, detail: { incidentId, version: row.version, draftedBy: row.draftedBy, suspects: suspects.map((s) => s.mode), claimsDropped: dropped }, now });
    appendEvent(tx, { kind: 'autopsy', bookId: rows.book.id, payload: { autopsyId: row.id, incidentId, status: 'draft', version: row.version }, now });
    return row;
  });
}
