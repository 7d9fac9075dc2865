import { randomBytes } from 'node:crypto';
import type { DbOrTx } from '@/server/db/client';
import { type Consumption, openPurse } from './exec-purse';
import { treeCpuSeconds } from './tree-cpu';

const POLL_MS = 250;

interface Metered {
  /** Accounts that must all be able to pay, all the time. */
  readonly accounts: readonly string[];
  /** Beginning of the booking ids, e.g. `mcp:backtest`. */
  readonly name: string;
  /** Micros of the accounts' currency per CPU second. */
  readonly cpuSecondMicros: number;
  readonly actorName: string;
  readonly clock: () => number;
  readonly signal: AbortSignal;
}

/**
 * Runs work of this process and its children under compute accounts: paid in slices of CPU and wall seconds, each reserved before
 * it is used. When one account can no longer pay, the work's signal is aborted. What was used is booked in every case; when this
 * process is killed, what stands as reserved counts as spent.
 * @throws AppError OUT_OF_MONEY naming the account and its currency; whatever the work throws
 */
export async function runMetered<T>(db: DbOrTx, input: Metered, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const callId = `${input.name}:${randomBytes(9).toString('base64url')}`;
  const [cpuBefore, startedAt] = [treeCpuSeconds(), performance.now()];
  let cpu = 0;
  // A child that was killed and is not yet waited for is in no sum: what was seen once stays.
  const used = (): Consumption => ({ cpuSeconds: (cpu = Math.max(cpu, treeCpuSeconds() - cpuBefore)), wallSeconds: (performance.now() - startedAt) / 1000 });
  const purses = input.accounts.map((accountId, i) => openPurse(db, { accountId, callPrefix: i === 0 ? callId : `${callId}@${i}`, cpuSecondMicros: input.cpuSecondMicros, actorName: input.actorName, clock: input.clock }));
  const opened: (typeof purses)[number][] = [];
  const broke = new AbortController();
  const cover = (consumed: Consumption): void => {
    for (const purse of purses) purse.cover(consumed);
  };
  const watch = setInterval(() => {
    try {
      cover(used());
    } catch (error) {
      clearInterval(watch);
      broke.abort(error);
    }
  }, POLL_MS);
  try {
    for (const purse of purses) {
      purse.cover({ cpuSeconds: 0, wallSeconds: 0 });
      opened.push(purse);
    }
    return await work(AbortSignal.any([input.signal, broke.signal]));
  } catch (error) {
    throw broke.signal.aborted ? broke.signal.reason : error;
  } finally {
    clearInterval(watch);
    const total = opened.length < purses.length ? { cpuSeconds: 0, wallSeconds: 0 } : used();
    for (const purse of opened) purse.settle(total);
  }
}
