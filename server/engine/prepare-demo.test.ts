import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { verifyAudit } from '@/server/audit/verify-audit';
import { getBookPage } from '@/server/books/get-book-page';
import { listNavBooks } from '@/server/books/list-nav-books';
import { APPROVER, T0 } from '@/server/books/testing/make-console';
import { type Db, migrateDb, openDb } from '@/server/db/client';
import { steps } from '@/server/db/schema';
import { listWaiting } from '@/server/monitor/list-waiting';
import { prepareDemo } from './prepare-demo';

let dir = '';
let db: Db;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'demo-'));
  process.env.OOMRL_DATA = dir;
  process.env.OOMRL_ROOT = process.cwd();
  db = openDb(join(dir, 'oomrl.db'));
  migrateDb(db);
});
afterEach(() => {
  db.$client.close();
  rmSync(dir, { recursive: true, force: true });
  delete process.env.OOMRL_DEMO_SEED;
});
let now = T0;
const clock = () => (now += 1);

it('tells the story: a gain without friction, a loss with it, a halt with an incident that waits', { timeout: 60_000 }, async () => {
  const said: string[] = [];
  expect(await prepareDemo(db, (line) => said.push(line), clock)).toBe(true);
  const book = listNavBooks(db)[0];
  const page = getBookPage(db, { bookId: book?.id ?? '', actor: APPROVER });
  const [phase0, phase1] = page.versions;
  expect(phase0?.pnlFen).toBeGreaterThan(0);
  expect(phase0?.frictionRealised).toBe(0);
  expect(phase1?.pnlFen).toBeLessThan(0);
  expect(book?.state).toBe('halted');
  expect(listWaiting(db)).toMatchObject([{ kind: 'incident', bookName: 'Daily momentum' }]);
  expect(verifyAudit(db).ok).toBe(true);
  expect(said.at(-1)).toMatch(/halted/);
  expect(await prepareDemo(db, () => {}, clock)).toBe(false);
});

it('goes on where it was stopped, with the same days to the last bit', { timeout: 60_000 }, async () => {
  process.env.OOMRL_DEMO_SEED = '2';
  let stopAfter = 2;
  const stop = (): number => {
    if (stopAfter > 0 && db.select({ i: steps.dayIndex }).from(steps).all().length >= 50 * stopAfter) {
      stopAfter = 0;
      throw new Error('stopped');
    }
    return clock();
  };
  await expect(prepareDemo(db, () => {}, stop)).rejects.toThrow('stopped');
  await prepareDemo(db, () => {}, clock);
  const pieces = db.select({ d: steps.digest }).from(steps).all().map((s) => s.d);
  const other = openDb(':memory:');
  migrateDb(other);
  rmSync(join(dir, 'packages'), { recursive: true });
  await prepareDemo(other, () => {}, clock);
  expect(pieces).toEqual(other.select({ d: steps.digest }).from(steps).all().map((s) => s.d));
  other.$client.close();
});
