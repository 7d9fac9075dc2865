import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Actor } from '@/server/contracts/roles';
import { type Db, migrateDb, openDb } from '@/server/db/client';
import { registerMarket } from '@/server/db/market-store';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { createBook, type NewBook } from '../create-book';
import type { BookRow } from '../get-book';
import { registerPackage } from '../register-package';
import type { PackageRow, VersionRow } from '../versions';

export const APPROVER: Actor = { kind: 'person', id: 'usr_test00000000', name: 'Ada', role: 'approver' };
export const OPERATOR: Actor = { ...APPROVER, id: 'usr_test00000001', name: 'Otto', role: 'operator' };
export const T0 = 1_700_000_000_000;

/** Trades a lot: rotates through three names by the day, and counts days in its memory. */
const ROTATE = `export const lookbackDays = 5;
export function decide(view) {
  const count = typeof view.memory === 'number' ? view.memory + 1 : 1;
  const weights: Record<string, number> = {};
  for (let k = 0; k < 3; k += 1) weights[view.symbols[(view.dayIndex * 3 + k) % view.symbols.length]] = 0.3;
  return { weights, memory: count };
}
`;

export interface TestConsole {
  dir: string;
  db: Db;
  package: PackageRow;
  version: VersionRow;
  /** Registers other source under the same package name: the next version. */
  addVersion(source: string): VersionRow;
  book(more?: Partial<NewBook>): BookRow;
  close(): void;
}

/** A whole console in a temporary data directory: migrated file database, synthetic market, package in git. Sets OOMRL_DATA. */
export function makeConsole(options: { source?: string; symbols?: number; years?: number; now?: number } = {}): TestConsole {
  const now = options.now ?? T0;
  const dir = mkdtempSync(join(tmpdir(), 'console-'));
  process.env.OOMRL_DATA = dir;
  const db = openDb(join(dir, 'oomrl.db'));
  migrateDb(db);
  registerMarket(db, { name: 'test', panel: generateSyntheticMarket({ seed: 7, symbols: options.symbols ?? 12, years: options.years ?? 1 }), ledger: { files: [], findings: [] }, now });
  const register = (source: string) => {
    const template = join(dir, 'template');
    const files = { 'strategy.json': JSON.stringify({ name: 'rotate', language: 'typescript', entry: 'src/strategy.ts', contract: 1, universe: 'all', benchmark: null, parameters: {} }), 'src/strategy.ts': source, 'tests/strategy.test.ts': '' };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(template, path)), { recursive: true });
      writeFileSync(join(template, path), text);
    }
    return registerPackage(db, { templateDir: template, actor: APPROVER, now });
  };
  const first = register(options.source ?? ROTATE);
  return {
    dir,
    db,
    ...first,
    addVersion: (source) => register(source).version,
    book: (more = {}) => createBook(db, { name: 'Test', marketName: 'test', packageId: first.package.id, versionId: first.version.id, initialFen: 100_000_000, friction: true, actor: APPROVER, now, ...more }).book,
    close: () => {
      db.$client.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
