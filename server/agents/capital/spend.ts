import { eq } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { AppError } from '@/server/contracts/errors';
import { type Actor, ENGINE_ACTOR, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, type Tx, write } from '@/server/db/client';
import { computeAccounts, computeLedger } from '@/server/db/schema';
import { type Amount, type Balance, readBalance } from './account';

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cpuSeconds: number;
  readonly costMicros: number;
  readonly wallSeconds?: number;
}
export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cpuSeconds: 0, costMicros: 0 };

interface Booking {
  accountId: string;
  /** Id of one call; booking it twice changes nothing. */
  callId: string;
  usage: Usage;
  actorName: string;
  now: number;
}

/** A reserve without a charge that is older belongs to a process that was killed: it counts as spent. */
const LONGEST_CALL_MS = 2 * 3_600_000;

const CURRENCIES = ['tokens', 'cpuSeconds', 'costMicros', 'wallSeconds'] as const;
const CURRENCY_NAME = { tokens: 'tokens', cpuSeconds: 'CPU seconds', costMicros: 'money', wallSeconds: 'wall seconds' } as const;

/** First currency that is used up, or null. A limit of 0 means that none may be used at all. */
function emptyCurrency({ left }: Balance, need: Amount): (typeof CURRENCIES)[number] | null {
  return CURRENCIES.find((c) => left[c] < 0 || (left[c] === 0 && (need[c] ?? 0) > 0)) ?? null;
}

/** Used up for good: what calls under way have only set aside may come back. */
function isUsedUp({ left, aside }: Balance, currency: (typeof CURRENCIES)[number], now: number): boolean {
  return left[currency] + aside.reduce((sum, a) => sum + (now - a.at < LONGEST_CALL_MS ? a[currency] : 0), 0) <= 0;
}

function outOfMoney(balance: Balance, what: string): AppError {
  return new AppError('OUT_OF_MONEY', `Out of compute capital: account ${balance.account.name} has no ${what} left. This is absorbing; a person may top it up with a reason.`, { accountId: balance.account.id, left: balance.left });
}

/** The absorbing Out-of-Money state as a check before each call and inside loops. @throws AppError OUT_OF_MONEY */
export function assertSolvent(db: DbOrTx, accountId: string): Balance {
  const balance = readBalance(db, accountId);
  if (balance.account.exhausted) throw outOfMoney(balance, CURRENCIES.filter((c) => balance.left[c] <= 0 && balance.spent[c] > 0).map((c) => CURRENCY_NAME[c]).join(' and no ') || 'capital');
  return balance;
}

/**
 * Books the most a call may cost before it is made. Returns what is left before it, so that the caller can ask for less.
 * @throws AppError OUT_OF_MONEY when exhausted or when a needed currency is used up (which exhausts the account)
 */
export function reserve(db: DbOrTx, booking: Booking): Balance {
  const outcome = write(db, (tx): Balance | AppError => {
    const balance = assertSolvent(tx, booking.accountId);
    const { usage } = booking;
    const empty = emptyCurrency(balance, { ...usage, tokens: usage.inputTokens + usage.outputTokens });
    if (empty) {
      if (!isUsedUp(balance, empty, booking.now)) return new AppError('OUT_OF_MONEY', `Account ${balance.account.name} has no ${CURRENCY_NAME[empty]} left beside what calls under way have set aside; start again when they have ended.`, { accountId: balance.account.id, left: balance.left });
      exhaust(tx, balance, empty, booking.now);
      // Returned, not thrown: throwing would roll back the very state that must be absorbing.
      return outOfMoney(balance, CURRENCY_NAME[empty]);
    }
    insert(tx, 'reserve', booking);
    return balance;
  });
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

/** Books what a call really used, also when it failed. Exhausts the account when a currency is used up. */
export function charge(db: DbOrTx, booking: Booking): Balance {
  return write(db, (tx) => {
    insert(tx, 'charge', booking);
    const balance = readBalance(tx, booking.accountId);
    const used = CURRENCIES.find((c) => balance.spent[c] > 0 && isUsedUp(balance, c, booking.now));
    if (used && !balance.account.exhausted) exhaust(tx, balance, used, booking.now);
    return balance;
  });
}

/** @throws AppError BAD_INPUT: a negative number would fill the account, one without measure empty it for good */
function insert(tx: Tx, kind: 'reserve' | 'charge', { accountId, callId, usage, actorName, now }: Booking): void {
  for (const [name, value] of Object.entries(usage)) if (!(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) throw new AppError('BAD_INPUT', `usage.${name}: must be a number of 0 or more, got ${value}.`);
  tx.insert(computeLedger).values({ accountId, sourceId: `${kind}:${callId}`, kind, ...usage, actorName, at: now }).onConflictDoNothing().run();
}

function exhaust(tx: Tx, { account, spent }: Balance, currency: (typeof CURRENCIES)[number], now: number): void {
  tx.update(computeAccounts).set({ exhausted: true }).where(eq(computeAccounts.id, account.id)).run();
  appendAudit(tx, { actor: ENGINE_ACTOR, action: 'capital.exhausted', entity: account.id, detail: { account: account.name, currency, spent }, now });
}

/** More at once is a slip of the keyboard, and sums of it would no longer be exact. */
const MOST_TOP_UP = 1e12;

/** Adds capital: only a person with the role approver, only with a reason. @throws AppError NOT_ALLOWED, BAD_INPUT */
export function topUp(db: DbOrTx, input: { accountId: string; amount: Amount; reason: string; requestId: string; actor: Actor; now: number }): Balance {
  const { actor, amount, now } = input;
  if (actor.kind !== 'person' || !roleAtLeast(actor.role, 'approver')) throw new AppError('NOT_ALLOWED', `Topping up compute capital needs a person with the role approver; this is ${actor.kind} ${actor.name} (${actor.role}).`, { need: 'approver' });
  const reason = input.reason.trim();
  if (reason.length < 3) throw new AppError('BAD_INPUT', 'reason: say in three characters or more why more capital is justified.');
  for (const currency of CURRENCIES) {
    const value = amount[currency] ?? 0;
    if (!(value >= 0 && value <= MOST_TOP_UP)) throw new AppError('BAD_INPUT', `amount.${currency}: must be a number from 0 to ${MOST_TOP_UP}, got ${value}.`);
  }
  return write(db, (tx) => {
    const before = readBalance(tx, input.accountId);
    tx.insert(computeLedger)
      .values({ accountId: input.accountId, sourceId: `top_up:${input.requestId}`, kind: 'top_up', inputTokens: amount.tokens, cpuSeconds: amount.cpuSeconds, costMicros: amount.costMicros, wallSeconds: amount.wallSeconds ?? 0, reason, actorName: actor.name, at: now })
      .onConflictDoNothing()
      .run();
    const after = readBalance(tx, input.accountId);
    if (CURRENCIES.every((c) => after.limit[c] === before.limit[c])) return after;
    const stillEmpty = CURRENCIES.some((c) => after.left[c] <= 0 && after.spent[c] > 0);
    if (!stillEmpty) tx.update(computeAccounts).set({ exhausted: false }).where(eq(computeAccounts.id, input.accountId)).run();
    appendAudit(tx, { actor, action: 'capital.top_up', entity: input.accountId, detail: { ...amount, reason }, now });
    return readBalance(tx, input.accountId);
  });
}
