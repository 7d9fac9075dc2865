import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { BOOK_STATES, BOOK_VERBS } from '../../contracts/book-state';
import { epochMs, flag, json } from './columns';
import { markets } from './markets';
import { packageVersions, packages } from './packages';

export const books = sqliteTable('books', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  marketName: text('market_name').notNull().references(() => markets.name),
  packageId: text('package_id').notNull().references(() => packages.id),
  /** The version deployed now. */
  versionId: text('version_id').notNull().references(() => packageVersions.id),
  state: text('state', { enum: BOOK_STATES }).notNull(),
  /** Compare-and-set counter: every change of the row adds one. */
  revision: integer('revision').notNull().default(0),
  episodeId: text('episode_id').notNull(),
  /** Live pace: seconds per trading day; null = no live run. */
  paceSeconds: integer('pace_seconds'),
  /** Costs, reward parameters, τ, execution model: books/book-config.ts. */
  config: json<Record<string, unknown>>('config').notNull(),
  /** Monitor thresholds by rule: monitor/thresholds.ts; {} = defaults. */
  thresholds: json<Record<string, unknown>>('thresholds').notNull(),
  createdAt: epochMs('created_at').notNull(),
});

export const episodes = sqliteTable(
  'episodes',
  {
    id: text('id').primaryKey(),
    bookId: text('book_id').notNull().references(() => books.id),
    number: integer('number').notNull(),
    /** First trading day of the episode. */
    startDate: text('start_date').notNull(),
    initialFen: integer('initial_fen').notNull(),
    /** false = phase 0: simulation without friction. */
    friction: flag('friction').notNull(),
    reason: text('reason').notNull(),
    startedAt: epochMs('started_at').notNull(),
    endedAt: epochMs('ended_at'),
    endReason: text('end_reason'),
  },
  (t) => [uniqueIndex('episodes_number').on(t.bookId, t.number)],
);

export const bookTransitions = sqliteTable(
  'book_transitions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    bookId: text('book_id').notNull().references(() => books.id),
    verb: text('verb', { enum: BOOK_VERBS as [string, ...string[]] }).notNull(),
    fromState: text('from_state', { enum: BOOK_STATES }).notNull(),
    toState: text('to_state', { enum: BOOK_STATES }).notNull(),
    reason: text('reason'),
    actorKind: text('actor_kind').notNull(),
    actorName: text('actor_name').notNull(),
    /** Trading day the book stood at. */
    date: text('date'),
    at: epochMs('at').notNull(),
  },
  (t) => [index('book_transitions_book').on(t.bookId, t.id)],
);

/** Which version traded from which day on: the phases of the charts. */
export const deployments = sqliteTable(
  'deployments',
  {
    id: text('id').primaryKey(),
    bookId: text('book_id').notNull().references(() => books.id),
    episodeId: text('episode_id').notNull(),
    versionId: text('version_id').notNull().references(() => packageVersions.id),
    kind: text('kind', { enum: ['initial', 'deploy', 'roll_back'] }).notNull(),
    /** First day index of the episode that this version decides. */
    fromDayIndex: integer('from_day_index').notNull(),
    fromDate: text('from_date').notNull(),
    approvalId: text('approval_id'),
    actorName: text('actor_name').notNull(),
    at: epochMs('at').notNull(),
  },
  (t) => [index('deployments_book').on(t.bookId, t.at)],
);
