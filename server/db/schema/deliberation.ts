import { index, integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { EvidenceRef } from '../../contracts/autopsy';
import { autopsies } from './autopsies';
import { incidents } from './alerts';
import { epochMs, flag, json } from './columns';

/** The discussion of an incident before the mandate (paper, phase 2). Append-only: a trigger in the migration forbids change. */
export const threadMessages = sqliteTable(
  'thread_messages',
  {
    id: text('id').primaryKey(),
    incidentId: text('incident_id').notNull().references(() => incidents.id),
    bookId: text('book_id').notNull(),
    number: integer('number').notNull(),
    authorKind: text('author_kind', { enum: ['person', 'model'] }).notNull(),
    authorName: text('author_name').notNull(),
    /** Plain text, untrusted, escaped on screen. */
    text: text('text').notNull(),
    evidence: json<EvidenceRef[]>('evidence').notNull(),
    /** Stretch of the book's chart that is meant: two trading days, or null. */
    fromDate: text('from_date'),
    toDate: text('to_date'),
    at: epochMs('at').notNull(),
  },
  (t) => [uniqueIndex('thread_messages_number').on(t.incidentId, t.number)],
);

/** What the critic claimed in a draft, and what became of it when a person signed: its precision. */
export const criticClaims = sqliteTable(
  'critic_claims',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    autopsyId: text('autopsy_id').notNull().references(() => autopsies.id),
    source: text('source', { enum: ['rules', 'model'] }).notNull(),
    model: text('model'),
    mode: text('mode').notNull(),
    title: text('title').notNull(),
    claim: text('claim').notNull(),
    mandate: text('mandate'),
    evidence: json<EvidenceRef[]>('evidence').notNull(),
    /** Why the claim was not used (it cited nothing that is stored), else null. */
    dropped: text('dropped'),
    strength: real('strength'),
    /** Decided at signing: the claim stands in the signed text. Null before, and for dropped claims. */
    survived: flag('survived'),
    at: epochMs('at').notNull(),
  },
  (t) => [index('critic_claims_autopsy').on(t.autopsyId)],
);
