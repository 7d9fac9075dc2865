import { and, count, eq, gt, lt, max } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import type { Tx } from '@/server/db/client';
import { signInAttempts } from '@/server/db/schema';

const WINDOW_MS = 15 * 60_000;
const MAX_FAILURES = 5;
/** A link holds 256 random bits: the limit only bounds the load, and must not let a stranger lock people out. */
const MAX_LINK_FAILURES = 50;

/**
 * Counts failures of one subject (a name, or `link`) since its last success, within 15 minutes.
 * Table-based, so a restart forgives nothing. @throws AppError RATE_LIMITED saying when to try again
 */
export function assertMayTry(tx: Tx, subject: string, now: number): void {
  const since = now - WINDOW_MS;
  const lastOk = tx.select({ at: max(signInAttempts.at) }).from(signInAttempts).where(and(eq(signInAttempts.subject, subject), eq(signInAttempts.ok, true))).get()?.at ?? 0;
  const failures = tx
    .select({ n: count(), last: max(signInAttempts.at) })
    .from(signInAttempts)
    .where(and(eq(signInAttempts.subject, subject), eq(signInAttempts.ok, false), gt(signInAttempts.at, Math.max(since, lastOk))))
    .get();
  if (failures && failures.n >= (subject === 'link' ? MAX_LINK_FAILURES : MAX_FAILURES)) {
    const seconds = Math.ceil(((failures.last ?? now) + WINDOW_MS - now) / 1000);
    throw new AppError('RATE_LIMITED', `${failures.n} failed sign-ins; try again in ${Math.ceil(seconds / 60)} minutes, or use a link from \`oomrl sign-in-link\`.`, { retryAfterSeconds: seconds });
  }
}

/** Remembers an attempt and forgets those older than a day. */
export function recordAttempt(tx: Tx, subject: string, ok: boolean, now: number): void {
  tx.insert(signInAttempts).values({ subject, ok, at: now }).run();
  tx.delete(signInAttempts).where(lt(signInAttempts.at, now - 24 * 3_600_000)).run();
}
