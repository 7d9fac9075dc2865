import { sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { epochMs } from './columns';

/** A strategy package the console manages: a git repository under the data directory. */
export const packages = sqliteTable('packages', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  /** Directory of the repository, relative to the data directory. */
  dir: text('dir').notNull(),
  createdAt: epochMs('created_at').notNull(),
});

/** One commit of a package that was, or may be, deployed. */
export const packageVersions = sqliteTable(
  'package_versions',
  {
    id: text('id').primaryKey(),
    packageId: text('package_id').notNull().references(() => packages.id),
    /** Git commit. */
    commit: text('commit').notNull(),
    /** v1, v2, … in order of deployment. */
    label: text('label').notNull(),
    sourceHash: text('source_hash').notNull(),
    testsHash: text('tests_hash').notNull(),
    proposalId: text('proposal_id'),
    createdAt: epochMs('created_at').notNull(),
  },
  (t) => [uniqueIndex('package_versions_commit').on(t.packageId, t.commit)],
);
