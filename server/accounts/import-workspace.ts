import { asc, eq } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { canonicalJson, sha256Hex } from '@/server/audit/canonical-json';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type Db, type Tx, write } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { accountDays, accounts, accountTrades, books } from '@/server/db/schema';
import { accountMetrics } from './account-metrics';
import { type ParsedAccount, readWorkspace } from './read-workspace';

export type AccountRow = typeof accounts.$inferSelect;

export interface ImportedAccount {
  readonly account: AccountRow;
  readonly outcome: 'created' | 'updated' | 'unchanged';
  /** Days against what was stored before. */
  readonly days: { readonly added: number; readonly changed: number; readonly removed: number };
  readonly parsed: ParsedAccount;
}

/**
 * Store a QuantPits workspace as a read-only account. All or nothing, in one transaction; the same content again changes nothing.
 * @throws AppError BAD_INPUT with file and line, NOT_ALLOWED for a viewer, ALREADY_DONE when a book has the name
 */
export function importWorkspace(db: Db, input: { dir: string; name: string; actor: Actor; now: number }): ImportedAccount {
  const { dir, name, actor, now } = input;
  if (!roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', 'Importing an account needs the role operator.');
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._()-]{0,79}$/u.test(name)) throw new AppError('BAD_INPUT', `The name ${JSON.stringify(name)} must be 1 to 80 letters, digits, spaces, dots, dashes or parentheses.`);
  const parsed = readWorkspace(dir);
  // What has no meaningful return (a NAV of 0 with a flow that takes it all) must not be stored.
  accountMetrics(parsed.days, parsed.trades);
  const contentHash = sha256Hex(canonicalJson(parsed));
  return write(db, (tx) => {
    if (tx.select({ id: books.id }).from(books).where(eq(books.name, name)).get()) throw new AppError('ALREADY_DONE', `There is a book named ${name}; give the account another name.`);
    const before = tx.select().from(accounts).where(eq(accounts.name, name)).get();
    if (before?.contentHash === contentHash) return { account: before, outcome: 'unchanged', days: { added: 0, changed: 0, removed: 0 }, parsed };
    const days = compareDays(tx, before?.id ?? null, parsed);
    const account = replace(tx, before ?? null, { name, parsed, contentHash, now });
    const outcome = before ? 'updated' : 'created';
    appendAudit(tx, { actor, action: 'account.import', entity: account.id, detail: { name, outcome, contentHash, ...days, trades: account.tradeCount }, now });
    return { account, outcome, days, parsed };
  });
}

function compareDays(tx: Tx, accountId: string | null, { days }: ParsedAccount): ImportedAccount['days'] {
  const stored = accountId === null ? [] : tx.select().from(accountDays).where(eq(accountDays.accountId, accountId)).orderBy(asc(accountDays.date)).all();
  const old = new Map(stored.map((d) => [d.date, d]));
  const same = days.filter((d) => old.has(d.date));
  const changed = same.filter((d) => old.get(d.date)!.navFen !== d.navFen || old.get(d.date)!.flowFen !== d.flowFen || old.get(d.date)!.benchmarkReturn !== d.benchmarkReturn);
  return { added: days.length - same.length, changed: changed.length, removed: stored.length - same.length };
}

function replace(tx: Tx, before: AccountRow | null, input: { name: string; parsed: ParsedAccount; contentHash: string; now: number }): AccountRow {
  const { parsed, now } = input;
  const values = {
    source: 'quantpits' as const, currency: 'CNY', benchmark: parsed.ledger.benchmark?.column ?? null, firstDate: parsed.days[0]!.date, lastDate: parsed.days[parsed.days.length - 1]!.date,
    dayCount: parsed.days.length, tradeCount: parsed.trades.length, contentHash: input.contentHash, ledger: parsed.ledger, importedAt: now,
  };
  const id = before?.id ?? newId('account');
  const account = before
    ? tx.update(accounts).set(values).where(eq(accounts.id, id)).returning().get()
    : tx.insert(accounts).values({ id, name: input.name, createdAt: now, ...values }).returning().get();
  tx.delete(accountDays).where(eq(accountDays.accountId, id)).run();
  tx.delete(accountTrades).where(eq(accountTrades.accountId, id)).run();
  // In parts: SQLite allows 32,766 bound values in one statement.
  for (let at = 0; at < parsed.days.length; at += 2000) tx.insert(accountDays).values(parsed.days.slice(at, at + 2000).map((d) => ({ accountId: id, ...d }))).run();
  for (let at = 0; at < parsed.trades.length; at += 2000) tx.insert(accountTrades).values(parsed.trades.slice(at, at + 2000).map((t, i) => ({ accountId: id, seq: at + i + 1, ...t }))).run();
  return account;
}
