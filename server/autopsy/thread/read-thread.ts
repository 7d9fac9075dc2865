import { asc, eq } from 'drizzle-orm';
import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { threadMessages } from '@/server/db/schema';

export type ThreadMessage = typeof threadMessages.$inferSelect;

/** The deliberation of an incident, oldest first. */
export function readThread(db: DbOrTx, incidentId: string): ThreadMessage[] {
  return db.select().from(threadMessages).where(eq(threadMessages.incidentId, incidentId)).orderBy(asc(threadMessages.number)).all();
}

/** @throws AppError NOT_FOUND */
export function getMessage(db: DbOrTx, messageId: string): ThreadMessage {
  const row = db.select().from(threadMessages).where(eq(threadMessages.id, messageId)).get();
  if (!row) throw new AppError('NOT_FOUND', `There is no message ${messageId}.`);
  return row;
}

export interface ThreadRecord {
  readonly incidentId: string;
  readonly messages: readonly ThreadMessage[];
  /** sha256 of the canonical JSON of the messages: the audit row of a signature names it. */
  readonly contentHash: string;
}

/** The thread as it goes into the record: with the hash that ties it to the signature. */
export function threadRecord(db: DbOrTx, incidentId: string): ThreadRecord {
  const messages = readThread(db, incidentId);
  return { incidentId, messages, contentHash: sha256Hex(canonicalJson(messages)) };
}
