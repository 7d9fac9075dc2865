import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listAudit } from '@/server/audit/list-audit';
import { migrateDb, openDb } from '@/server/db/client';
import { markets, quotes } from '@/server/db/schema';
import { run } from './import-quotes';

let dir: string;
let said: string;
const before = process.env.OOMRL_DATA;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'import-quotes-'));
  process.env.OOMRL_DATA = dir;
  said = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((said += String(text))));
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
  const db = openDb();
  migrateDb(db);
  db.insert(markets).values({ name: 'm', panelHash: 'p', board: 'cn-a', currency: 'CNY', synthetic: true, firstDate: '2024-07-01', lastDate: '2024-07-02', symbolCount: 1, dayCount: 2, ledger: {}, createdAt: 1 }).run();
  db.$client.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  if (before === undefined) delete process.env.OOMRL_DATA;
  else process.env.OOMRL_DATA = before;
  rmSync(dir, { recursive: true, force: true });
});
const file = (text: string): string => {
  const path = join(dir, 'q.csv');
  writeFileSync(path, text);
  return path;
};

it('stores snapshots with an audit row, once; a refused file writes nothing and is exit status 1', async () => {
  const good = file('time,symbol,bid,ask,bid size,ask size\n2024-07-01 09:31:00,A,1,2,5,6\n2024-07-01 09:31:00,B,2,1,5,6\n');
  expect(await run([good, '--market', 'm', '--json'])).toBe(0);
  expect(JSON.parse(said)).toMatchObject({ imported: true, outcome: 'stored', import: { rowsKept: 1, refused: [{ rows: 1, firstLine: 3 }] } });
  said = '';
  expect(await run([good, '--market', 'm'])).toBe(0);
  expect(said).toMatch(/^already stored {2}1 snapshots of m/);
  expect(await run([file('a,b\n1,2\n'), '--market', 'm'])).toBe(1);
  const db = openDb();
  expect(db.select().from(quotes).all()).toHaveLength(1);
  expect(listAudit(db, { entity: 'm', limit: 10 }).map((r) => r.action)).toEqual(['quotes.import']);
  db.$client.close();
});

it('wrong use is said in a sentence', async () => {
  await expect(run([file('x'), '--market', 'none'])).rejects.toThrow(/no market named none/);
  await expect(run(['--market', 'm'])).rejects.toThrow(/exactly one file/);
  await expect(run(['q.csv'])).rejects.toThrow(/needs --market/);
});
