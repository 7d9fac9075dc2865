import { eq, lt } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import type { Actor } from '@/server/contracts/roles';
import { type DbOrTx, type Tx, write } from '@/server/db/client';
import { sessions, users } from '@/server/db/schema';
import { hashToken, newToken } from './token';
import { toActor, toUser, type User } from './users';

export const SESSION_COOKIE = 'oomrl_session';
/** Longest life of a session, and longest silence. */
export const SESSION_MS = 30 * 24 * 3_600_000;
const IDLE_MS = 7 * 24 * 3_600_000;
/** `lastSeenAt` is written at most once a minute: reading a page is not a write. */
const SEEN_EVERY_MS = 60_000;

/** Opens a session for a person; the token goes into the cookie, its hash into the table. */
export function openSession(tx: Tx, input: { userId: string; now: number }): string {
  const token = newToken();
  tx.delete(sessions).where(lt(sessions.expiresAt, input.now)).run();
  tx.insert(sessions).values({ tokenHash: hashToken(token), userId: input.userId, createdAt: input.now, lastSeenAt: input.now, expiresAt: input.now + SESSION_MS }).run();
  return token;
}

/** Who holds this token, or null when it is unknown, expired, idle for a week, or the person was disabled. */
export function readSession(db: DbOrTx, input: { token: string; now: number }): { actor: Actor; user: User } | null {
  const tokenHash = hashToken(input.token);
  const found = db.select().from(sessions).innerJoin(users, eq(users.id, sessions.userId)).where(eq(sessions.tokenHash, tokenHash)).get();
  if (!found || found.users.disabledAt !== null) return null;
  const { expiresAt, lastSeenAt } = found.sessions;
  if (input.now >= expiresAt || input.now - lastSeenAt >= IDLE_MS) return null;
  if (input.now - lastSeenAt >= SEEN_EVERY_MS) {
    write(db, (tx) => tx.update(sessions).set({ lastSeenAt: input.now }).where(eq(sessions.tokenHash, tokenHash)).run());
  }
  const user = toUser(found.users);
  return { actor: toActor(user), user };
}

/** Ends one session. */
export function signOut(db: DbOrTx, input: { token: string; actor: Actor; now: number }): void {
  write(db, (tx) => {
    const gone = tx.delete(sessions).where(eq(sessions.tokenHash, hashToken(input.token))).run();
    if (gone.changes) appendAudit(tx, { actor: input.actor, action: 'session.end', entity: input.actor.id, now: input.now });
  });
}
