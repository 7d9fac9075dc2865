import { AppError } from '@/server/contracts/errors';
import { type DbOrTx, write } from '@/server/db/client';
import { readBalance } from './account';
import { charge, reserve, type Usage } from './spend';

/** What a command has used so far. */
export interface Consumption {
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
}

interface PurseInput {
  readonly accountId: string;
  /** Prefix of the booking ids of this run; see exec-settle.ts. */
  readonly callPrefix: string;
  /** Micros of the account's currency per CPU second. */
  readonly cpuSecondMicros: number;
  readonly actorName: string;
  readonly clock: () => number;
}

const LEAST_SLICE = 0.25;
const LARGEST_SLICE = 30;

/**
 * Pays for a command in slices: each is reserved before it is used and booked when it is used up, so that a killed meter loses at
 * most what stands as reserved, and that counts as spent. Slices grow with the run and shrink towards the end of the capital.
 */
export function openPurse(db: DbOrTx, input: PurseInput): { cover(used: Consumption): void; settle(used: Consumption): void } {
  let number = -1;
  let start: Consumption = { cpuSeconds: 0, wallSeconds: 0 };
  let reserved: Consumption = { cpuSeconds: 0, wallSeconds: 0 };

  const usage = (part: Consumption): Usage => ({ inputTokens: 0, outputTokens: 0, ...part, costMicros: Math.ceil(part.cpuSeconds * input.cpuSecondMicros) });
  const booking = (part: Consumption) => ({ accountId: input.accountId, callId: `${input.callPrefix}:${number}`, usage: usage(part), actorName: input.actorName, now: input.clock() });
  const settleIn = (at: DbOrTx, used: Consumption): void => {
    charge(at, booking({ cpuSeconds: Math.max(0, used.cpuSeconds - start.cpuSeconds), wallSeconds: Math.max(0, used.wallSeconds - start.wallSeconds) }));
    start = used;
  };
  /** Books the slice that is used up and reserves the next in one transaction: a meter killed between them would leave nothing reserved. */
  const turnOver = (tx: DbOrTx, used: Consumption): AppError | null => {
    if (number >= 0) settleIn(tx, used);
    number += 1;
    const { left } = readBalance(tx, input.accountId);
    const affordable = input.cpuSecondMicros > 0 ? Math.min(left.cpuSeconds, left.costMicros / input.cpuSecondMicros) : left.cpuSeconds;
    reserved = { cpuSeconds: slice(used.cpuSeconds, affordable), wallSeconds: slice(used.wallSeconds, left.wallSeconds) };
    try {
      reserve(tx, booking(reserved));
      return null;
    } catch (error) {
      // Returned, not thrown: throwing would roll back the booking and the absorbing state.
      if (error instanceof AppError) return error;
      throw error;
    }
  };
  return {
    settle: (used) => settleIn(db, used),
    /** Makes sure that what comes next is paid for. @throws AppError OUT_OF_MONEY */
    cover(used) {
      const within = used.cpuSeconds < start.cpuSeconds + reserved.cpuSeconds && used.wallSeconds < start.wallSeconds + reserved.wallSeconds;
      if (number >= 0 && within) return;
      const refused = write(db, (tx) => turnOver(tx, used));
      if (refused !== null) throw refused;
    },
  };
}

/** When nothing is left the least slice is asked for, so that the refusal names the currency. */
function slice(used: number, left: number): number {
  const wanted = Math.min(LARGEST_SLICE, Math.max(LEAST_SLICE, Math.min(used / 4, left / 4)));
  return left > 0 ? Math.min(wanted, left) : wanted;
}
