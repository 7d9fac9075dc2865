import { eq } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import type { ProviderName } from '@/server/contracts/proposal';
import { ENGINE_ACTOR } from '@/server/contracts/roles';
import type { DbOrTx } from '@/server/db/client';
import { computeAccounts } from '@/server/db/schema';
import { type Amount, DEFAULT_CAPITAL, openAccount } from './account';
import { charge, NO_USAGE, reserve, type Usage } from './spend';

/** Name of the account that pays for agents of a book. */
export const accountName = (bookId: string): string => `book:${bookId}`;
export const agentAccountName = (provider: ProviderName): string => `agent:${provider}`;
/** Months are calendar months in UTC; a new month has an account of its own, the old ones stay as they ended. */
export const monthAccountName = (now: number): string => `month:${new Date(now).toISOString().slice(0, 7)}`;

/** Capital of an agent and of a month when nobody opened their account with another: what ten books may burn. */
const SHARED_CAPITAL: Amount = { tokens: 10 * DEFAULT_CAPITAL.tokens, cpuSeconds: 10 * DEFAULT_CAPITAL.cpuSeconds, costMicros: 10 * DEFAULT_CAPITAL.costMicros };

/** Accounts that must all be solvent before a call: the book's, the agent's, the month's. Ids in this order. */
export function openPurse(db: DbOrTx, input: { bookId: string; provider: ProviderName; now: number }): readonly string[] {
  const { bookId, provider, now } = input;
  const open = (name: string, capital: Amount): string => openAccount(db, { name, capital, actor: ENGINE_ACTOR, now }).id;
  return [open(accountName(bookId), DEFAULT_CAPITAL), open(agentAccountName(provider), SHARED_CAPITAL), open(monthAccountName(now), SHARED_CAPITAL)];
}

/** Account of an outside agent by the name its client gives, in the letters an account name may have. */
export const clientAccountName = (client: string): string => `mcp:${client.toLowerCase().replaceAll(/[^a-z0-9._-]+/g, '-').slice(0, 60)}`;

/**
 * Accounts that pay for the work an outside agent asks of us: its own, which a person must have opened, the book's when a book is
 * named, and the month's. Ids in this order.
 * @throws AppError NOT_FOUND when its own is not open
 */
export function openOutsidePurse(db: DbOrTx, input: { account: string; bookId: string | null; now: number }): readonly string[] {
  const { account, bookId, now } = input;
  const own = db.select({ id: computeAccounts.id }).from(computeAccounts).where(eq(computeAccounts.name, account)).get();
  if (!own) throw new AppError('NOT_FOUND', `There is no compute account ${account}, so nobody pays for this call. A person opens it once: oomrl budget open --account ${account} --cpu-seconds 3600`, { account });
  const open = (name: string, capital: Amount): string => openAccount(db, { name, capital, actor: ENGINE_ACTOR, now }).id;
  return [own.id, ...(bookId === null ? [] : [open(accountName(bookId), DEFAULT_CAPITAL)]), open(monthAccountName(now), SHARED_CAPITAL)];
}

interface Booking {
  callId: string;
  usage: Usage;
  actorName: string;
  now: number;
}

/** A call has one pair of rows in each account; the first account keeps the bare id. */
const inAccount = (callId: string, index: number): string => (index === 0 ? callId : `${callId}@${index}`);

/** Reserves in every account of the purse, or in none. @throws AppError OUT_OF_MONEY naming the account that cannot pay */
export function reservePurse(db: DbOrTx, purse: readonly string[], booking: Booking): void {
  purse.forEach((accountId, i) => {
    try {
      reserve(db, { ...booking, accountId, callId: inAccount(booking.callId, i) });
    } catch (error) {
      // The call is not made: what the accounts before had set aside is given back.
      for (let k = 0; k < i; k++) charge(db, { ...booking, usage: NO_USAGE, accountId: purse[k]!, callId: inAccount(booking.callId, k) });
      throw error;
    }
  });
}

/** Books what the call used in every account of the purse. */
export function chargePurse(db: DbOrTx, purse: readonly string[], booking: Booking): void {
  purse.forEach((accountId, i) => void charge(db, { ...booking, accountId, callId: inAccount(booking.callId, i) }));
}
