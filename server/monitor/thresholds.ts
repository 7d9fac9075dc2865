import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { appendAudit } from '@/server/audit/append-audit';
import { type BookRow, getBook } from '@/server/books/get-book';
import { RULE_NAMES, type RuleName } from '@/server/contracts/alert';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { books } from '@/server/db/schema';
import { RULES, ruleOf } from './rules';

export type Thresholds = Record<RuleName, number>;

/** null = back to the default. */
export const thresholdsSchema = z.partialRecord(z.enum(RULE_NAMES), z.number().nullable()).superRefine((value, context) => {
  for (const [name, threshold] of Object.entries(value)) {
    const { min, max, label, unit } = ruleOf(name as RuleName);
    if (typeof threshold === 'number' && !(threshold >= min && threshold <= max)) {
      context.addIssue({ code: 'custom', path: [name], message: `${label} must be from ${min} to ${max} (${unit}), not ${threshold}` });
    }
  }
});

/** Thresholds in force for a book. */
export function thresholdsOf(book: Pick<BookRow, 'thresholds'>): Thresholds {
  const own = book.thresholds as Partial<Thresholds>;
  return Object.fromEntries(RULES.map((rule) => [rule.name, own[rule.name] ?? rule.default])) as Thresholds;
}

/** For the settings page: each rule's value and whether it is the shipped one. @throws AppError NOT_FOUND */
export function readThresholds(db: DbOrTx, bookId: string): Record<RuleName, { value: number; isDefault: boolean }> {
  const book = getBook(db, bookId);
  const own = book.thresholds as Partial<Thresholds>;
  const values = thresholdsOf(book);
  return Object.fromEntries(RULES.map(({ name }) => [name, { value: values[name], isDefault: own[name] === undefined }])) as Record<RuleName, { value: number; isDefault: boolean }>;
}

/** Changes thresholds from the next day on (approvers). @throws AppError BAD_INPUT naming rule, value and range; STALE; NOT_ALLOWED */
export function setThresholds(db: DbOrTx, input: { bookId: string; thresholds: Partial<Record<RuleName, number | null>>; actor: Actor; expectedRevision?: number; now: number }): BookRow {
  const { bookId, actor, now } = input;
  if (!roleAtLeast(actor.role, 'approver')) throw new AppError('NOT_ALLOWED', `Changing thresholds needs the role approver; ${actor.name} is ${actor.role}.`, { need: 'approver' });
  const changes = parseOrThrow(thresholdsSchema, input.thresholds, 'thresholds');
  return write(db, (tx) => {
    const book = getBook(tx, bookId);
    if (input.expectedRevision !== undefined && input.expectedRevision !== book.revision) throw new AppError('STALE', `${book.name} changed since you looked; look again.`, { revision: book.revision });
    const own = Object.fromEntries(Object.entries({ ...book.thresholds, ...changes }).filter(([, v]) => v !== null));
    const after = tx.update(books).set({ thresholds: own, revision: book.revision + 1 }).where(eq(books.id, bookId)).returning().get();
    appendAudit(tx, { actor, action: 'book.thresholds', entity: bookId, detail: { before: thresholdsOf(book), after: thresholdsOf(after) }, now });
    return after;
  });
}
