import { and, desc, eq } from 'drizzle-orm';
import type { BookState } from '@/server/contracts/book-state';
import type { DbOrTx } from '@/server/db/client';
import { auditLog, computeAccounts } from '@/server/db/schema';

/** An account of compute capital that is used up, where somebody could still want to call under it. */
export interface EmptyAccount {
  readonly id: string;
  readonly name: string;
  /** The book whose agents it pays; null for an agent, a month or a command. */
  readonly bookId: string | null;
  /** Since when it has been empty, epoch ms. */
  readonly since: number;
  /** What is the case and what a person may do. */
  readonly text: string;
}

const CURRENCY: Readonly<Record<string, string>> = { tokens: 'tokens', cpuSeconds: 'CPU seconds', costMicros: 'money', wallSeconds: 'wall seconds' };

/**
 * Accounts that are used up. Left out: what imported runs have cost (nothing runs under a history), a month that is over, and a
 * book whose episode has ended: there is nothing to decide.
 */
export function listEmptyAccounts(db: DbOrTx, books: ReadonlyMap<string, { readonly name: string; readonly state: BookState }>, now: number): EmptyAccount[] {
  const month = new Date(now).toISOString().slice(0, 7);
  const empty = db.select().from(computeAccounts).where(eq(computeAccounts.exhausted, true)).all();
  return empty.flatMap(({ id, name, createdAt }): EmptyAccount[] => {
    const kind = name.slice(0, name.indexOf(':'));
    const what = name.slice(kind.length + 1);
    const book = kind === 'book' ? books.get(what) : undefined;
    if (kind === 'history' || (kind === 'month' && what < month) || book?.state === 'terminated') return [];
    const row = db.select({ at: auditLog.at, detail: auditLog.detail }).from(auditLog).where(and(eq(auditLog.entity, id), eq(auditLog.action, 'capital.exhausted'))).orderBy(desc(auditLog.seq)).limit(1).get();
    const gone = CURRENCY[String(row?.detail.currency)] ?? 'capital';
    return [{ id, name, bookId: book ? what : null, since: row?.at ?? createdAt, text: `Out of compute capital: ${whose(kind, what)} has no ${gone} left, so ${stopped(kind)} can start. An approver may top it up with a reason, or leave it at zero.` }];
  });
}

function whose(kind: string, what: string): string {
  if (kind === 'book') return 'the account of this book';
  if (kind === 'agent') return `the account of all runs of ${what === 'search' ? 'the search agent' : what}`;
  if (kind === 'month') return `the month ${what}`;
  return kind === 'mcp' ? `the MCP client ${what}` : `account ${kind ? `${kind}:` : ''}${what}`;
}

/** What an empty account stops. */
function stopped(kind: string): string {
  if (kind === 'book') return 'no agent and no model call for it';
  if (kind === 'agent') return 'none of its runs';
  return kind === 'month' ? 'no agent and no model call of any book' : 'nothing that it pays';
}
