import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { epochMs, json } from './columns';
import { incidents } from './alerts';

/**
 * Versions of an incident's autopsy. At most one draft; a signed row never changes
 * (trigger `autopsies_signed_are_immutable` in the migration enforces it below the application).
 */
export const autopsies = sqliteTable(
  'autopsies',
  {
    id: text('id').primaryKey(),
    incidentId: text('incident_id').notNull().references(() => incidents.id),
    bookId: text('book_id').notNull(),
    version: integer('version').notNull(),
    status: text('status', { enum: ['draft', 'signed'] }).notNull(),
    /** The document as typed (a draft may not validate yet). */
    document: json<unknown>('document').notNull(),
    /** critic, person, or earlier version: where the first text came from. */
    draftedBy: text('drafted_by').notNull(),
    /** Autosave counter for compare-and-set. */
    revision: integer('revision').notNull().default(0),
    updatedAt: epochMs('updated_at').notNull(),
    updatedBy: text('updated_by').notNull(),
    signedAt: epochMs('signed_at'),
    signedBy: text('signed_by'),
    /** sha256 of the canonical JSON that was signed. */
    contentHash: text('content_hash'),
  },
  (t) => [uniqueIndex('autopsies_version').on(t.incidentId, t.version)],
);
