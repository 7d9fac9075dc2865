import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { epochMs, json } from './columns';

/** Console-wide settings; every key has a schema, a default, a range and a unit in the room that owns it. */
export const settings = sqliteTable('settings', {
  key: text('key').primaryKey(),
  value: json<unknown>('value').notNull(),
  updatedAt: epochMs('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
});
