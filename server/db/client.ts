import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import Database from 'better-sqlite3';
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import * as schema from './schema';

export type Db = BetterSQLite3Database<typeof schema> & { $client: Database.Database };
/** A connection or an open transaction: use cases take this so that state and audit share one transaction. */
export type Tx = Parameters<Parameters<Db['transaction']>[0]>[0];
export type DbOrTx = Db | Tx;

/** Everything the console stores lives here: database, panels, package repositories. OOMRL_DATA overrides `./data`. */
export const dataDir = (): string => resolve(/* turbopackIgnore: true */ process.env.OOMRL_DATA ?? './data');
export const dbPath = (): string => join(dataDir(), 'oomrl.db');
/** Root of the checkout: bootstraps, migrations and templates are read from here. */
export const rootDir = (): string => resolve(/* turbopackIgnore: true */ process.env.OOMRL_ROOT ?? '.');

/** Opens (and creates) a database with the pragmas of stack.md P26: WAL, 5 s busy timeout, foreign keys. */
export function openDb(path: string = dbPath()): Db {
  if (path !== ':memory:') mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const client = new Database(path);
  client.pragma('busy_timeout = 5000');
  client.pragma('journal_mode = WAL');
  client.pragma('synchronous = NORMAL');
  client.pragma('foreign_keys = ON');
  client.pragma('cache_size = -32000');
  return drizzle(client, { schema }) as unknown as Db;
}

/** Runs the committed migrations; a second call is a no-op. */
export function migrateDb(db: Db, folder: string = join(rootDir(), 'drizzle')): void {
  migrate(db, { migrationsFolder: folder });
}

/** A real, migrated SQLite in memory: every test gets its own. */
export function openTestDb(): Db {
  const db = openDb(':memory:');
  migrateDb(db);
  return db;
}

const shared = globalThis as unknown as { __oomrlDb?: Db };
/** The process-wide connection, opened on first use so that `next build` never opens the file. */
export function db(): Db {
  return (shared.__oomrlDb ??= openDb());
}

/** The only way to write: takes the write lock at once, so a read-then-write never fails half-way (stack.md P26). */
export function write<T>(database: DbOrTx, work: (tx: Tx) => T): T {
  return database.transaction(work, { behavior: 'immediate' });
}
