import { beforeEach, expect, it } from 'vitest';
import { listAudit } from '@/server/audit/list-audit';
import { CLI_ACTOR } from '@/server/contracts/roles';
import { type Db, openTestDb } from '@/server/db/client';
import { sessions, signInLinks, users } from '@/server/db/schema';
import { requireRole } from './require-role';
import { readSession, SESSION_MS, signOut } from './sessions';
import { issueSignInLink, LINK_MS, redeemSignInLink, setPassword, signInWithPassword } from './sign-in';
import { createUser, disableUser, ensureFirstUser, listUsers, setRole, toActor, type User } from './users';

const T = 1_800_000_000_000;
const PASSWORD = 'correct horse battery';
let db: Db;
let first: User;
beforeEach(() => {
  db = openTestDb();
  first = ensureFirstUser(db, T);
});

it('makes one first user, an approver, however often it is called', () => {
  expect(ensureFirstUser(db, T + 1)).toEqual(first);
  expect(listUsers(db)).toMatchObject([{ name: 'operator', role: 'approver', hasPassword: false }]);
});

it('a link signs in once, within a day, and asks for a password', () => {
  const { token } = issueSignInLink(db, { userId: first.id, now: T });
  const { sessionToken, mustSetPassword } = redeemSignInLink(db, { token, now: T + 1 });
  expect(mustSetPassword).toBe(true);
  expect(readSession(db, { token: sessionToken, now: T + 2 })?.actor).toMatchObject({ kind: 'person', role: 'approver' });
  expect(() => redeemSignInLink(db, { token, now: T + 3 })).toThrow(/used/);
  const late = issueSignInLink(db, { userId: first.id, now: T });
  expect(() => redeemSignInLink(db, { token: late.token, now: T + LINK_MS })).toThrow(/expired/);
});

it('stores neither token nor password as such', async () => {
  const { token } = issueSignInLink(db, { userId: first.id, now: T });
  const { sessionToken } = redeemSignInLink(db, { token, now: T });
  await setPassword(db, { actor: toActor(first), password: PASSWORD, keepToken: sessionToken, now: T });
  const stored = JSON.stringify([db.select().from(users).all(), db.select().from(sessions).all(), db.select().from(signInLinks).all(), listAudit(db)]);
  for (const secret of [token, sessionToken, PASSWORD]) expect(stored).not.toContain(secret);
});

it('a password signs in, ends other sessions when set, and is limited to five failures', async () => {
  const old = redeemSignInLink(db, { token: issueSignInLink(db, { userId: first.id, now: T }).token, now: T }).sessionToken;
  await setPassword(db, { actor: toActor(first), password: PASSWORD, now: T });
  expect(readSession(db, { token: old, now: T })).toBeNull();
  for (let i = 0; i < 5; i += 1) await expect(signInWithPassword(db, { name: 'operator', password: 'wrong guess', now: T + i })).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  await expect(signInWithPassword(db, { name: 'operator', password: PASSWORD, now: T + 10 })).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  const later = await signInWithPassword(db, { name: 'operator', password: PASSWORD, now: T + 16 * 60_000 });
  expect(readSession(db, { token: later.sessionToken, now: T + 16 * 60_000 })?.user.name).toBe('operator');
});

it('guesses sent at once are counted too', async () => {
  await setPassword(db, { actor: toActor(first), password: PASSWORD, now: T });
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => signInWithPassword(db, { name: 'operator', password: 'nope nope nope', now: T })));
  expect(results.filter((r) => r.status === 'rejected' && (r.reason as { code: string }).code === 'RATE_LIMITED').length).toBe(3);
});

it('refuses a short password and a name nobody has', async () => {
  await expect(setPassword(db, { actor: toActor(first), password: 'short', now: T })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(signInWithPassword(db, { name: 'nobody', password: PASSWORD, now: T })).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
});

it('sessions end: by sign-out, age, silence, and when the person is disabled', () => {
  const open = () => redeemSignInLink(db, { token: issueSignInLink(db, { userId: first.id, now: T }).token, now: T }).sessionToken;
  const token = open();
  signOut(db, { token, actor: toActor(first), now: T });
  expect(readSession(db, { token, now: T })).toBeNull();
  const aged = open();
  expect(readSession(db, { token: aged, now: T + 8 * 24 * 3_600_000 })).toBeNull();
  for (let day = 1; day < 30; day += 1) expect(readSession(db, { token: aged, now: T + day * 24 * 3_600_000 })).not.toBeNull();
  expect(readSession(db, { token: aged, now: T + SESSION_MS })).toBeNull();
  createUser(db, { name: 'second', role: 'approver', actor: toActor(first), now: T });
  const live = open();
  disableUser(db, { userId: first.id, actor: CLI_ACTOR_APPROVER, now: T });
  expect(readSession(db, { token: live, now: T })).toBeNull();
});
const CLI_ACTOR_APPROVER = { ...CLI_ACTOR, role: 'approver' as const };

it('keeps one approver, and only approvers change people', () => {
  expect(() => setRole(db, { userId: first.id, role: 'viewer', actor: toActor(first), now: T })).toThrow(/last approver/);
  const second = createUser(db, { name: 'Zoë', role: 'operator', actor: toActor(first), now: T });
  expect(() => setRole(db, { userId: second.id, role: 'approver', actor: toActor(second), now: T })).toThrow(/needs the role approver/);
  expect(setRole(db, { userId: second.id, role: 'viewer', actor: toActor(first), now: T }).role).toBe('viewer');
  expect(() => createUser(db, { name: 'Zoë', role: 'viewer', actor: toActor(first), now: T })).toThrow(/exists/);
  expect(() => createUser(db, { name: '<script>', role: 'viewer', actor: toActor(first), now: T })).toThrow(/user: name/);
});

it('names the role that is needed', () => {
  expect(() => requireRole({ kind: 'person', id: 'u', name: 'Ann', role: 'viewer' }, 'operator')).toThrow('needs the role operator; Ann is viewer');
});
