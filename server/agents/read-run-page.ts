import { eq } from 'drizzle-orm';
import { type EventRow, listEventsAfter } from '@/server/audit/events';
import { getBook } from '@/server/books/get-book';
import type { Actor } from '@/server/contracts/roles';
import type { DbOrTx } from '@/server/db/client';
import { computeAccounts } from '@/server/db/schema';
import { siblingsOf } from '@/server/review/candidate-round';
import { getProposal } from '@/server/review/load-verified';
import type { ProposalRow } from '@/server/review/types';
import { readBalance } from './capital/account';
import { accountName } from './capital/purse';
import { type AttemptRow, listAttempts } from './open-run';
import { whyNotStop } from './stop-proposal';

interface Spent {
  readonly used: number;
  readonly limit: number;
}

/** Compute capital of the account that pays, as gauges. */
export interface Budget {
  readonly accountId: string;
  readonly name: string;
  readonly tokens: Spent;
  readonly cpuSeconds: Spent;
  readonly moneyMicros: Spent;
  readonly exhausted: boolean;
}

export interface RunPage {
  readonly proposal: ProposalRow;
  readonly book: { readonly id: string; readonly name: string; readonly state: string };
  readonly attempts: readonly AttemptRow[];
  /** The other candidates that were started with it. */
  readonly siblings: readonly Pick<ProposalRow, 'id' | 'provider' | 'model' | 'explore' | 'state'>[];
  /** Trace of the proposal, oldest first, at most 2,000. */
  readonly events: readonly EventRow[];
  readonly budget: Budget | null;
  readonly whyNotStop: string | null;
}

const MAX_EVENTS = 2000;

/** Everything the run screen shows. @throws AppError NOT_FOUND */
export function getRunPage(db: DbOrTx, input: { proposalId: string; actor: Actor }): RunPage {
  const proposal = getProposal(db, input.proposalId);
  const { id, name, state } = getBook(db, proposal.bookId);
  return {
    proposal,
    book: { id, name, state },
    attempts: listAttempts(db, proposal.id),
    siblings: siblingsOf(db, proposal).map(({ id: siblingId, provider, model, explore, state: itsState }) => ({ id: siblingId, provider, model, explore, state: itsState })),
    events: listEventsAfter(db, { afterId: 0, traceId: proposal.id, limit: MAX_EVENTS }),
    budget: readBudget(db, proposal.bookId),
    whyNotStop: whyNotStop(proposal, input.actor),
  };
}

/** Capital of a book's agents; null before an agent ever started. */
export function readBudget(db: DbOrTx, bookId: string): Budget | null {
  const account = db.select({ id: computeAccounts.id }).from(computeAccounts).where(eq(computeAccounts.name, accountName(bookId))).get();
  if (!account) return null;
  const { account: row, limit, spent } = readBalance(db, account.id);
  return {
    accountId: row.id,
    name: row.name,
    tokens: { used: spent.tokens, limit: limit.tokens },
    cpuSeconds: { used: spent.cpuSeconds, limit: limit.cpuSeconds },
    moneyMicros: { used: spent.costMicros, limit: limit.costMicros },
    exhausted: row.exhausted,
  };
}
