import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { appendAudit } from '@/server/audit/append-audit';
import { canonicalJson } from '@/server/audit/canonical-json';
import { autopsySchema } from '@/server/contracts/autopsy';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { autopsies } from '@/server/db/schema';
import { getAutopsy } from './get-autopsy';

const MAX_BYTES = 200_000;
/** Autosaves of one person within this time are one edit in the audit log. */
const SAME_EDIT_MS = 10 * 60_000;

export interface SavedDraft {
  readonly revision: number;
  readonly updatedAt: number;
  /** What signing would refuse, by path into the document; empty when it may be signed. */
  readonly issues: readonly { readonly path: readonly string[]; readonly message: string }[];
}

/** Problems of a document that is being typed. */
export function issuesOf(document: unknown): SavedDraft['issues'] {
  const parsed = autopsySchema.safeParse(document);
  return parsed.success ? [] : parsed.error.issues.map((issue) => ({ path: issue.path.map(String), message: issue.message }));
}

/**
 * Autosave: stores whatever JSON object was typed, valid or not, if nobody saved in between.
 * @throws AppError NOT_ALLOWED, BAD_INPUT, TOO_LARGE, ALREADY_DONE (signed), STALE (someone else saved first)
 */
export function saveDraft(db: DbOrTx, input: { autopsyId: string; document: unknown; revision: number; actor: Actor; now: number }): SavedDraft {
  const { autopsyId, actor, now } = input;
  if (!roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', `Writing an autopsy needs the role operator; ${actor.name} is ${actor.role}.`, { need: 'operator' });
  const document = z.record(z.string(), z.json()).safeParse(input.document);
  if (!document.success) throw new AppError('BAD_INPUT', 'document: must be a JSON object.');
  if (canonicalJson(document.data).length > MAX_BYTES) throw new AppError('TOO_LARGE', `document: must be at most ${MAX_BYTES} characters of JSON.`);
  return write(db, (tx) => {
    const row = getAutopsy(tx, autopsyId);
    if (row.status === 'signed') throw new AppError('ALREADY_DONE', `Version ${row.version} is signed and never changes; open a new version.`);
    if (row.revision !== input.revision) throw new AppError('STALE', `${row.updatedBy} saved revision ${row.revision} meanwhile; you edited ${input.revision}. Read it again before saving.`, { revision: row.revision, updatedBy: row.updatedBy, updatedAt: row.updatedAt });
    const revision = row.revision + 1;
    tx.update(autopsies).set({ document: document.data, revision, updatedAt: now, updatedBy: actor.name }).where(eq(autopsies.id, autopsyId)).run();
    if (row.updatedBy !== actor.name || now - row.updatedAt > SAME_EDIT_MS) appendAudit(tx, { actor, action: 'autopsy.edit', entity: autopsyId, detail: { incidentId: row.incidentId, version: row.version, revision }, now });
    return { revision, updatedAt: now, issues: issuesOf(document.data) };
  });
}
