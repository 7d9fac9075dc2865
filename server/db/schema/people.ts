import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { ROLES } from '../../contracts/roles';
import { epochMs } from './columns';

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  role: text('role', { enum: ROLES }).notNull(),
  /** scrypt: N$r$p$salt$hash, base64url; null until the first sign-in link is used and a password set. */
  passwordHash: text('password_hash'),
  createdAt: epochMs('created_at').notNull(),
  disabledAt: epochMs('disabled_at'),
});

export const sessions = sqliteTable('sessions', {
  /** sha256 of the random token; the token itself is only in the cookie. */
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull().references(() => users.id),
  createdAt: epochMs('created_at').notNull(),
  lastSeenAt: epochMs('last_seen_at').notNull(),
  expiresAt: epochMs('expires_at').notNull(),
});

export const signInLinks = sqliteTable('sign_in_links', {
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull().references(() => users.id),
  createdAt: epochMs('created_at').notNull(),
  expiresAt: epochMs('expires_at').notNull(),
  usedAt: epochMs('used_at'),
});

export const signInAttempts = sqliteTable('sign_in_attempts', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  /** Name that was tried, or `link`. */
  subject: text('subject').notNull(),
  at: epochMs('at').notNull(),
  ok: integer('ok', { mode: 'boolean' }).notNull(),
});
