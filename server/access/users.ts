import { and, asc, count, eq, isNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import { appendAudit } from '@/server/audit/append-audit';
import { AppError, parseOrThrow } from '@/server/contracts/errors';
import { type Actor, CLI_ACTOR, type Role, roleSchema } from '@/server/contracts/roles';
import { type Db, type DbOrTx, type Tx, write } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { sessions, users } from '@/server/db/schema';
import { requireRole } from './require-role';

export interface User {
  id: string;
  name: string;
  role: Role;
  hasPassword: boolean;
  createdAt: number;
  disabledAt: number | null;
}
const newUserSchema = z.object({
  name: z.string().trim().regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u, 'must be 1 to 60 letters, digits, spaces, dots, dashes, and begin with a letter or digit'),
  role: roleSchema,
});

type UserRow = typeof users.$inferSelect;
export const toUser = ({ passwordHash, ...row }: UserRow): User => ({ ...row, hasPassword: passwordHash !== null });
export const toActor = (user: Pick<User, 'id' | 'name' | 'role'>): Actor => ({ kind: 'person', id: user.id, name: user.name, role: user.role });

/** The user row that may act. @throws AppError NOT_FOUND */
export function getUserRow(tx: DbOrTx, userId: string): UserRow {
  const row = tx.select().from(users).where(eq(users.id, userId)).get();
  if (!row) throw new AppError('NOT_FOUND', `There is no user ${userId}.`);
  return row;
}

/** All people, by name. */
export const listUsers = (db: DbOrTx): User[] => db.select().from(users).orderBy(asc(users.name)).all().map(toUser);

function insertUser(tx: Tx, input: { name: string; role: Role; actor: Actor; now: number }): User {
  const { name, role } = parseOrThrow(newUserSchema, input, 'user');
  if (tx.select({ id: users.id }).from(users).where(eq(users.name, name)).get()) throw new AppError('BAD_INPUT', `A user named ${name} exists; choose another name.`);
  const row: UserRow = { id: newId('user'), name, role, passwordHash: null, createdAt: input.now, disabledAt: null };
  tx.insert(users).values(row).run();
  appendAudit(tx, { actor: input.actor, action: 'user.create', entity: row.id, detail: { name, role }, now: input.now });
  return toUser(row);
}

/** Adds a person (approvers only). The person signs in by a link and sets a password. */
export function createUser(db: DbOrTx, input: { name: string; role: Role; actor: Actor; now: number }): User {
  requireRole(input.actor, 'approver');
  return write(db, (tx) => insertUser(tx, input));
}

/** The first person, `operator` with the role approver, unless somebody is there already. Idempotent. */
export function ensureFirstUser(db: DbOrTx, now: number): User {
  return write(db, (tx) => {
    const first = tx.select().from(users).where(isNull(users.disabledAt)).orderBy(asc(users.createdAt)).limit(1).get();
    return first ? toUser(first) : insertUser(tx, { name: 'operator', role: 'approver', actor: CLI_ACTOR, now });
  });
}

function assertAnotherApprover(tx: Tx, userId: string): void {
  const others = tx.select({ n: count() }).from(users).where(and(eq(users.role, 'approver'), ne(users.id, userId), isNull(users.disabledAt))).get();
  if (!others?.n) throw new AppError('BAD_INPUT', 'This is the last approver; make somebody else approver first.');
}

/** Changes a role (approvers only); the last approver stays one. */
export function setRole(db: Db, input: { userId: string; role: Role; actor: Actor; now: number }): User {
  requireRole(input.actor, 'approver');
  const role = parseOrThrow(roleSchema, input.role, 'role');
  return write(db, (tx) => {
    const row = getUserRow(tx, input.userId);
    if (role !== 'approver') assertAnotherApprover(tx, row.id);
    tx.update(users).set({ role }).where(eq(users.id, row.id)).run();
    appendAudit(tx, { actor: input.actor, action: 'user.role', entity: row.id, detail: { from: row.role, to: role }, now: input.now });
    return toUser({ ...row, role });
  });
}

/** Ends a person's access at once: no sign-in, no session. */
export function disableUser(db: Db, input: { userId: string; actor: Actor; now: number }): User {
  requireRole(input.actor, 'approver');
  return write(db, (tx) => {
    const row = getUserRow(tx, input.userId);
    assertAnotherApprover(tx, row.id);
    tx.update(users).set({ disabledAt: input.now }).where(eq(users.id, row.id)).run();
    tx.delete(sessions).where(eq(sessions.userId, row.id)).run();
    appendAudit(tx, { actor: input.actor, action: 'user.disable', entity: row.id, now: input.now });
    return toUser({ ...row, disabledAt: input.now });
  });
}
