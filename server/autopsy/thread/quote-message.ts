import { z } from 'zod';
import { appendAudit } from '@/server/audit/append-audit';
import { type EvidenceRef, evidenceRefSchema } from '@/server/contracts/autopsy';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import type { Actor } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { listAutopsies } from '../get-autopsy';
import { type SavedDraft, saveDraft } from '../save-draft';
import { getMessage, type ThreadMessage } from './read-thread';

/** A draft may hold anything; only what a quote touches must have its shape. */
const draftShape = z.looseObject({ diagnostics: z.looseObject({ root_cause: z.string().default('') }).default({ root_cause: '' }), mandate: z.string().default(''), evidence: z.array(evidenceRefSchema).default([]) });

export type QuoteTarget = 'root_cause' | 'mandate';

/** A quotation with its author, as it stands in the document. */
export const quotation = ({ text, authorName, authorKind, number }: Pick<ThreadMessage, 'text' | 'authorName' | 'authorKind' | 'number'>): string => `“${text}” — ${authorName}${authorKind === 'model' ? ' (model)' : ''}, message ${number}`;

/**
 * Appends a message with its author to the root cause or the mandate of the incident's draft, and its rows to the evidence.
 * Compare-and-set on the draft's revision. @throws AppError as saveDraft, ILLEGAL_TRANSITION (no draft), BAD_INPUT (a draft of another shape)
 */
export function quoteMessage(db: DbOrTx, input: { messageId: string; into: QuoteTarget; revision: number; actor: Actor; now: number }): SavedDraft {
  const { into, revision, actor, now } = input;
  return write(db, (tx) => {
    const message = getMessage(tx, input.messageId);
    const draft = listAutopsies(tx, message.incidentId).find((a) => a.status === 'draft');
    if (!draft) throw new AppError('ILLEGAL_TRANSITION', 'There is no draft to quote into; write the autopsy first.');
    const document = parseOrThrow(draftShape, draft.document, 'autopsy draft');
    const append = (before: string): string => `${before.trimEnd()}${before.trim() === '' ? '' : '\n\n'}${quotation(message)}`;
    const known = new Set(document.evidence.map(key));
    const quoted = {
      ...document,
      ...(into === 'mandate' ? { mandate: append(document.mandate) } : { diagnostics: { ...document.diagnostics, root_cause: append(document.diagnostics.root_cause) } }),
      evidence: [...document.evidence, ...message.evidence.filter((ref) => !known.has(key(ref)))],
    };
    const saved = saveDraft(tx, { autopsyId: draft.id, document: quoted, revision, actor, now });
    appendAudit(tx, { actor, action: 'thread.quote', entity: draft.id, detail: { messageId: message.id, number: message.number, author: message.authorName, into, revision: saved.revision }, now });
    return saved;
  });
}

const key = (ref: EvidenceRef): string => `${ref.kind}:${ref.id}`;
