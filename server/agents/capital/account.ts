import { eq } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { AppError } from '@/server/contracts/errors';
import type { Actor } from '@/server/contracts/roles';
import { type DbOrTx, write } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { computeAccounts, computeLedger } from '@/server/db/schema';

export type ComputeAccount = typeof computeAccounts.$inferSelect;

/** Compute capital in its currencies. Money in millionths of the account's currency. */
export interface Amount {
  readonly tokens: number;
  readonly cpuSeconds: number;
  readonly costMicros: number;
  /** Absent: wall time is not limited (an account) or not used (a call). */
  readonly wallSeconds?: number;
}

export interface Balance {
  readonly account: ComputeAccount;
  /** Initial limits plus all top-ups; wall seconds are Infinity when not limited. */
  readonly limit: Required<Amount>;
  /** Charges, and reserves whose call was never booked (a killed process loses no cost). */
  readonly spent: Required<Amount>;
  readonly left: Required<Amount>;
  /** Reserves without a charge, which are in `spent`: of calls under way, and of killed ones. */
  readonly aside: readonly (Required<Amount> & { readonly at: number })[];
}

/** Capital an account starts with when nobody said otherwise: about a hundred search attempts or a few model conversations. */
export const DEFAULT_CAPITAL: Amount = { tokens: 2_000_000, cpuSeconds: 3_600, costMicros: 20_000_000 };

/** Opens an account; the same name gives the account that is already there, unchanged (a restart refills nothing). */
export function openAccount(db: DbOrTx, input: { name: string; capital?: Amount; actor: Actor; now: number }): ComputeAccount {
  return write(db, (tx) => {
    const existing = tx.select().from(computeAccounts).where(eq(computeAccounts.name, input.name)).get();
    if (existing) return existing;
    const { tokens, cpuSeconds, costMicros, wallSeconds } = input.capital ?? DEFAULT_CAPITAL;
    const account = tx.insert(computeAccounts).values({ id: newId('account'), name: input.name, tokenLimit: tokens, cpuSecondLimit: cpuSeconds, moneyLimitMicros: costMicros, wallSecondLimit: wallSeconds ?? null, createdAt: input.now }).returning().get();
    appendAudit(tx, { actor: input.actor, action: 'capital.open', entity: account.id, detail: { name: input.name, tokens, cpuSeconds, costMicros, ...(wallSeconds === undefined ? {} : { wallSeconds }) }, now: input.now });
    return account;
  });
}

/** @throws AppError NOT_FOUND */
export function getAccount(db: DbOrTx, accountId: string): ComputeAccount {
  const account = db.select().from(computeAccounts).where(eq(computeAccounts.id, accountId)).get();
  if (!account) throw new AppError('NOT_FOUND', `There is no compute account ${accountId}.`);
  return account;
}

/** What an account had, spent and has left. @throws AppError NOT_FOUND */
export function readBalance(db: DbOrTx, accountId: string): Balance {
  const account = getAccount(db, accountId);
  const rows = db.select().from(computeLedger).where(eq(computeLedger.accountId, accountId)).all();
  const charged = new Set(rows.filter((r) => r.kind === 'charge').map((r) => callOf(r.sourceId)));
  const limit = { tokens: account.tokenLimit, cpuSeconds: account.cpuSecondLimit, costMicros: account.moneyLimitMicros, wallSeconds: account.wallSecondLimit ?? Number.POSITIVE_INFINITY };
  const spent = { tokens: 0, cpuSeconds: 0, costMicros: 0, wallSeconds: 0 };
  const aside: Balance['aside'][number][] = [];
  for (const row of rows) {
    const side = row.kind === 'top_up' ? limit : row.kind === 'charge' || !charged.has(callOf(row.sourceId)) ? spent : null;
    if (!side) continue;
    if (row.kind === 'reserve') aside.push({ at: row.at, tokens: row.inputTokens + row.outputTokens, cpuSeconds: row.cpuSeconds, costMicros: row.costMicros, wallSeconds: row.wallSeconds });
    side.tokens += row.inputTokens + row.outputTokens;
    side.cpuSeconds += row.cpuSeconds;
    side.costMicros += row.costMicros;
    side.wallSeconds += row.wallSeconds;
  }
  const left = { tokens: limit.tokens - spent.tokens, cpuSeconds: limit.cpuSeconds - spent.cpuSeconds, costMicros: limit.costMicros - spent.costMicros, wallSeconds: limit.wallSeconds - spent.wallSeconds };
  return { account, limit, spent, left, aside };
}

/** All accounts with their balances, oldest first. */
export function listBalances(db: DbOrTx): Balance[] {
  return db.select({ id: computeAccounts.id }).from(computeAccounts).orderBy(computeAccounts.createdAt).all().map((row) => readBalance(db, row.id));
}

/** `reserve:X` and `charge:X` are the two rows of call X. */
export const callOf = (sourceId: string): string => sourceId.slice(sourceId.indexOf(':') + 1);
