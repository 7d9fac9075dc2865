import { count, eq } from 'drizzle-orm';
import { z } from 'zod';
import { appendAudit } from '@/server/audit/append-audit';
import { sha256Hex } from '@/server/audit/canonical-json';
import { appendEvent } from '@/server/audit/events';
import { type EvidenceRef, evidenceRefSchema } from '@/server/contracts/autopsy';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { dateSchema } from '@/server/contracts/ids';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { threadMessages } from '@/server/db/schema';
import { findMissingEvidence } from '../find-evidence';
import { getIncident } from '../incident-rows';
import type { ThreadMessage } from './read-thread';

export const MAX_MESSAGE = 4000;
const MAX_MESSAGES = 500;

/** What may be said in one message; text is data and is never interpreted. */
export const messageSchema = z.strictObject({
  text: z.string().trim().min(1, 'must not be empty').max(MAX_MESSAGE, `must be at most ${MAX_MESSAGE} characters`),
  evidence: z.array(evidenceRefSchema).max(20).default([]),
  /** Stretch of the chart that is meant. */
  range: z.strictObject({ from: dateSchema, to: dateSchema }).refine((r) => r.from <= r.to, 'from must not be after to').nullable().default(null),
});

interface Post {
  incidentId: string;
  message: { text: string; evidence?: readonly EvidenceRef[]; range?: { from: string; to: string } | null };
  /** A person with the role operator, or a model that a person asked (kind agent, name = the model). */
  actor: Actor;
  now: number;
}

/** Appends to the deliberation of an incident, for good. @throws AppError NOT_ALLOWED, BAD_INPUT (cap, a row that is not stored), NOT_FOUND, TOO_LARGE (thread is full) */
export function postMessage(db: DbOrTx, input: Post): ThreadMessage {
  const { incidentId, actor, now } = input;
  if (!roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', `Writing in a deliberation needs the role operator; ${actor.name} is ${actor.role}.`, { need: 'operator' });
  const message = parseOrThrow(messageSchema, input.message, 'message');
  return write(db, (tx) => {
    const { bookId } = getIncident(tx, incidentId);
    const missing = findMissingEvidence(tx, bookId, message.evidence)[0];
    if (missing) throw new AppError('BAD_INPUT', `message: evidence: ${missing.kind} ${missing.id} is no stored row of this book.`, { missing });
    const number = (tx.select({ n: count() }).from(threadMessages).where(eq(threadMessages.incidentId, incidentId)).get()?.n ?? 0) + 1;
    if (number > MAX_MESSAGES) throw new AppError('TOO_LARGE', `This deliberation holds ${MAX_MESSAGES} messages; write the autopsy.`);
    const row = tx
      .insert(threadMessages)
      .values({ id: newId('message'), incidentId, bookId, number, authorKind: actor.kind === 'agent' ? 'model' : 'person', authorName: actor.name, text: message.text, evidence: message.evidence, fromDate: message.range?.from ?? null, toDate: message.range?.to ?? null, at: now })
      .returning()
      .get();
    appendAudit(tx, { actor, action: 'thread.message', entity: incidentId, detail: { messageId: row.id, number, textHash: sha256Hex(row.text), evidence: row.evidence.length, bookId }, now });
    appendEvent(tx, { kind: 'thread', bookId, traceId: incidentId, payload: { incidentId, messageId: row.id, number, author: row.authorName, authorKind: row.authorKind }, now });
    return row;
  });
}
