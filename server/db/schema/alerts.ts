import { index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { type AlertEvidence, HANDLING_STATES, RULE_NAMES, SEVERITIES } from '../../contracts/alert';
import { epochMs, flag, json } from './columns';

/** An incident groups the alerts of one halt; the autopsy hangs on it. */
export const incidents = sqliteTable(
  'incidents',
  {
    id: text('id').primaryKey(),
    bookId: text('book_id').notNull(),
    episodeId: text('episode_id').notNull(),
    /** Trading day on which it began. */
    date: text('date').notNull(),
    /** One sentence: what happened. */
    summary: text('summary').notNull(),
    status: text('status', { enum: ['open', 'closed'] }).notNull(),
    openedAt: epochMs('opened_at').notNull(),
    closedAt: epochMs('closed_at'),
  },
  (t) => [index('incidents_book').on(t.bookId, t.openedAt)],
);

export const alerts = sqliteTable(
  'alerts',
  {
    id: text('id').primaryKey(),
    bookId: text('book_id').notNull(),
    episodeId: text('episode_id').notNull(),
    incidentId: text('incident_id').references(() => incidents.id),
    rule: text('rule', { enum: RULE_NAMES }).notNull(),
    /** The symbol it is about, where a rule watches each holding by itself; null = the book. */
    subject: text('subject'),
    severity: text('severity', { enum: SEVERITIES }).notNull(),
    dayIndex: integer('day_index').notNull(),
    date: text('date').notNull(),
    value: real('value'),
    threshold: real('threshold'),
    message: text('message').notNull(),
    /** The rows that prove it. */
    evidence: json<AlertEvidence[]>('evidence').notNull(),
    /** The condition still holds. */
    firing: flag('firing').notNull(),
    handling: text('handling', { enum: HANDLING_STATES }).notNull(),
    /** Times it fired again while open. */
    repeats: integer('repeats').notNull().default(0),
    revision: integer('revision').notNull().default(0),
    note: text('note'),
    openedAt: epochMs('opened_at').notNull(),
    updatedAt: epochMs('updated_at').notNull(),
  },
  (t) => [index('alerts_book').on(t.bookId, t.openedAt), index('alerts_handling').on(t.handling, t.severity)],
);
