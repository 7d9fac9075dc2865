import type { ProviderName } from '@/server/contracts/proposal';
import type { DbOrTx } from '@/server/db/client';
import { priceOf } from './prices';
import { openPurse } from './purse';
import { assertSolvent } from './spend';

/** Before anything is started that calls a model: its price is known and the book, the agent and the month can pay. @throws AppError OUT_OF_MONEY */
export function assertPayable(db: DbOrTx, input: { bookId: string; provider: ProviderName; model: string | null; now: number }): void {
  const { bookId, provider, model, now } = input;
  priceOf(db, { provider, model: model ?? '*', date: new Date(now).toISOString().slice(0, 10) });
  for (const accountId of openPurse(db, { bookId, provider, now })) assertSolvent(db, accountId);
}
