import { and, eq, isNull, ne } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { AppError } from '@/server/contracts/errors';
import type { Actor } from '@/server/contracts/roles';
import { type Db, type DbOrTx, write } from '@/server/db/client';
import { sessions, signInLinks, users } from '@/server/db/schema';
import { hashPassword, verifyPassword } from './password';
import { assertMayTry, recordAttempt } from './rate-limit';
import { openSession } from './sessions';
import { hashToken, newToken } from './token';
import { getUserRow, toActor, toUser, type User } from './users';

/** A printed link works once, within a day. */
export const LINK_MS = 24 * 3_600_000;

/** A one-time sign-in token for a person. Whoever runs the command line on the server may have one. */
export function issueSignInLink(tx: DbOrTx, input: { userId: string; now: number }): { token: string; expiresAt: number } {
  const token = newToken();
  const expiresAt = input.now + LINK_MS;
  tx.insert(signInLinks).values({ tokenHash: hashToken(token), userId: input.userId, createdAt: input.now, expiresAt }).run();
  return { token, expiresAt };
}

/** Uses a link up and opens a session. @throws AppError NOT_SIGNED_IN (used, expired, unknown), RATE_LIMITED */
export function redeemSignInLink(db: Db, input: { token: string; now: number }): { sessionToken: string; user: User; mustSetPassword: boolean } {
  const { now } = input;
  const result = write(db, (tx) => {
    assertMayTry(tx, 'link', now);
    const used = tx.update(signInLinks).set({ usedAt: now }).where(and(eq(signInLinks.tokenHash, hashToken(input.token)), isNull(signInLinks.usedAt))).returning().get();
    const row = used && used.expiresAt > now ? getUserRow(tx, used.userId) : null;
    const ok = row !== null && row.disabledAt === null;
    recordAttempt(tx, 'link', ok, now);
    if (!row || !ok) return null;
    const user = toUser(row);
    appendAudit(tx, { actor: toActor(user), action: 'session.start', entity: user.id, detail: { by: 'link' }, now });
    return { sessionToken: openSession(tx, { userId: user.id, now }), user, mustSetPassword: !user.hasPassword };
  });
  if (!result) throw new AppError('NOT_SIGNED_IN', 'This sign-in link was used, has expired or is unknown; print a new one with `oomrl sign-in-link`.');
  return result;
}

/** Signs in by name and password. @throws AppError NOT_SIGNED_IN, RATE_LIMITED after five failures in 15 minutes */
export async function signInWithPassword(db: Db, input: { name: string; password: string; now: number }): Promise<{ sessionToken: string; user: User }> {
  const { now } = input;
  const name = input.name.trim().slice(0, 60);
  write(db, (tx) => assertMayTry(tx, name, now));
  const row = db.select().from(users).where(eq(users.name, name)).get();
  const matches = await verifyPassword(input.password, row?.passwordHash ?? null);
  const sessionToken = write(db, (tx) => {
    // Counted again: many guesses sent at once must not all pass the first check.
    assertMayTry(tx, name, now);
    const current = row ? getUserRow(tx, row.id) : null;
    const ok = matches && current !== null && current.disabledAt === null && current.passwordHash === row?.passwordHash;
    recordAttempt(tx, name, ok, now);
    if (!ok) return null;
    appendAudit(tx, { actor: toActor(current), action: 'session.start', entity: current.id, detail: { by: 'password' }, now });
    return openSession(tx, { userId: current.id, now });
  });
  if (!sessionToken || !row) throw new AppError('NOT_SIGNED_IN', 'Name and password do not match.');
  return { sessionToken, user: toUser(row) };
}

/** Sets one's own password; every other session of the person ends. `keepToken` is the session that asks. */
export async function setPassword(db: Db, input: { actor: Actor; password: string; keepToken?: string; now: number }): Promise<void> {
  const passwordHash = await hashPassword(input.password);
  write(db, (tx) => {
    const row = getUserRow(tx, input.actor.id);
    tx.update(users).set({ passwordHash }).where(eq(users.id, row.id)).run();
    tx.delete(sessions).where(and(eq(sessions.userId, row.id), input.keepToken ? ne(sessions.tokenHash, hashToken(input.keepToken)) : undefined)).run();
    appendAudit(tx, { actor: input.actor, action: 'user.password', entity: row.id, now: input.now });
  });
}
