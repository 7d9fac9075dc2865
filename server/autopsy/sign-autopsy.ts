import { eq } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import { appendEvent } from '@/server/audit/events';
import { autopsySchema } from '@/server/contracts/autopsy';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { autopsies } from '@/server/db/schema';
import { settleClaims } from './critic/claim-store';
import { findMissingEvidence } from './find-evidence';
import { type AutopsyRow, getAutopsy } from './get-autopsy';
import { threadRecord } from './thread/read-thread';

/**
 * A person signs: the text validates, every cited row exists, and from now on neither application nor database changes
 * it. The hash is over the canonical JSON of the document with its defaults. Signing the same version twice is harmless.
 * @throws AppError NOT_ALLOWED, BAD_INPUT (path in the message), STALE
 */
export function signAutopsy(db: DbOrTx, input: { autopsyId: string; revision: number; actor: Actor; now: number }): AutopsyRow {
  const { autopsyId, actor, now } = input;
  if (actor.kind !== 'person' || !roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', `Only a person with the role operator signs an autopsy; this is ${actor.kind} ${actor.name} (${actor.role}).`, { need: 'operator' });
  return write(db, (tx) => {
    const row = getAutopsy(tx, autopsyId);
    if (row.status === 'signed') return row;
    if (row.revision !== input.revision) throw new AppError('STALE', `The draft is at revision ${row.revision} (saved by ${row.updatedBy}); you read ${input.revision}. Read it again before signing.`, { revision: row.revision });
    const document = parseOrThrow(autopsySchema, row.document, 'autopsy');
    const missing = findMissingEvidence(tx, row.bookId, document.evidence);
    const first = missing[0];
    if (first) throw new AppError('BAD_INPUT', `autopsy: evidence.${document.evidence.indexOf(first)}: ${first.kind} ${first.id} is no stored row of this book (${missing.length} such).`, { missing });
    const text = canonicalJson(document);
    const contentHash = sha256Hex(text);
    const signed = tx
      .update(autopsies)
      .set({ document: JSON.parse(text) as unknown, status: 'signed', signedAt: now, signedBy: actor.name, contentHash, updatedAt: now, updatedBy: actor.name })
      .where(eq(autopsies.id, autopsyId))
      .returning()
      .get();
    settleClaims(tx, autopsyId, document);
    // The deliberation before the mandate is part of the record.
    const thread = threadRecord(tx, row.incidentId);
    appendAudit(tx, { actor, action: 'autopsy.sign', entity: autopsyId, detail: { incidentId: row.incidentId, bookId: row.bookId, version: row.version, contentHash, draftedBy: row.draftedBy, threadMessages: thread.messages.length, threadHash: thread.contentHash }, now });
    appendEvent(tx, { kind: 'autopsy', bookId: row.bookId, payload: { autopsyId, incidentId: row.incidentId, status: 'signed', version: row.version, contentHash }, now });
    return signed;
  });
}
