import { AppError } from '@/server/contracts/errors';
import { priceOf } from '../capital/prices';
import { clientAccountName, openOutsidePurse } from '../capital/purse';
import { runMetered } from '../capital/run-metered';
import { assertSolvent } from '../capital/spend';
import { oneAtATime } from './one-at-a-time';
import type { ToolContext } from './tool';

/**
 * Heavy work of a tool: one after the other, and paid in CPU and wall seconds by the agent's account, the book's and the month's.
 * Refused before it waits when nobody pays; stopped when the capital runs out meanwhile.
 * @throws AppError BAD_INPUT (client without a name), NOT_FOUND (no such account), OUT_OF_MONEY
 */
export async function payForCall<T>(context: ToolContext, call: { tool: string; bookId: string | null }, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const { db, now, signal } = context;
  const accounts = openOutsidePurse(db, { account: accountOf(context), bookId: call.bookId, now: now() });
  for (const accountId of accounts) assertSolvent(db, accountId);
  const { cpuSecondMicros } = priceOf(db, { provider: 'mcp', model: '*', date: new Date(now()).toISOString().slice(0, 10) });
  return oneAtATime(async () => {
    // It may have been cancelled while it waited.
    signal.throwIfAborted();
    return runMetered(db, { accounts, name: `mcp:${call.tool}`, cpuSecondMicros, actorName: context.actor.name, clock: now, signal }, work);
  });
}

function accountOf({ account, client }: ToolContext): string {
  if (account !== null) return account;
  if (client === null) throw new AppError('BAD_INPUT', 'This client has not said who it is, so no compute account pays for its calls: send initialize with clientInfo.name first (over HTTP with the Mcp-Session-Id of its answer), or start the server with --account NAME.');
  return clientAccountName(client);
}
