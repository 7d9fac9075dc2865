import { createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadVersion } from '@/server/books/versions';
import { makeConsole, T0, type TestConsole } from '@/server/books/testing/make-console';
import { openDb } from '@/server/db/client';
import { getMarket, loadMarketPanel } from '@/server/db/market-store';
import { readBackup } from './read-backup';
import { writeBackup } from './write-backup';

let c: TestConsole;
let out = '';
let file = '';
beforeEach(() => {
  c = makeConsole();
  out = join(c.dir, 'out');
  mkdirSync(out);
  file = join(out, 'backup.tar.gz');
});
afterEach(() => c.close());

it('brings back database, panels and packages, and the same audit head', async () => {
  c.book();
  const written = await writeBackup(file, T0);
  const target = join(out, 'restored');
  const restored = await readBackup(file, target);
  expect(restored).toMatchObject({ entries: written.entries, audit: { ok: true, head: written.auditHead } });
  process.env.OOMRL_DATA = target;
  const db = openDb();
  expect(loadMarketPanel(getMarket(db, 'test')).symbols.length).toBe(12);
  expect(loadVersion(db, c.version.id).hashes.src).toBe(c.version.sourceHash);
  db.$client.close();
  expect(readdirSync(out).sort()).toEqual(['backup.tar.gz', 'restored']);
});

it('overwrites nothing, and leaves nothing behind when the archive is broken or strange', async () => {
  await writeBackup(file, T0);
  await expect(readBackup(file, c.dir)).rejects.toMatchObject({ code: 'ALREADY_DONE' });
  const target = join(out, 'restored');
  truncateSync(file, Math.floor(readFileSync(file).length / 2));
  await expect(readBackup(file, target)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  for (const name of ['../evil', '/etc/evil', 'packages/../../evil', 'other/file', 'panels/a\nb']) {
    const archive = pack();
    archive.entry({ name }, 'x');
    archive.finalize();
    await pipeline(archive, createGzip(), createWriteStream(file));
    await expect(readBackup(file, target)).rejects.toThrow(/which no backup of ours holds/);
  }
  const link = pack();
  link.entry({ name: 'panels/link', type: 'symlink', linkname: '/etc/passwd' });
  link.finalize();
  await pipeline(link, createGzip(), createWriteStream(file));
  await expect(readBackup(file, target)).rejects.toThrow(/symlink/);
  writeFileSync(file, 'no archive');
  await expect(readBackup(file, target)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(out)).toEqual(['backup.tar.gz']);
});

it('refuses to back up a console whose audit log was altered', async () => {
  c.db.$client.exec("DROP TRIGGER audit_log_no_update; UPDATE audit_log SET action = 'nothing' WHERE seq = 1");
  await expect(writeBackup(file, T0)).rejects.toThrow(/does not hold/);
  expect(existsSync(file)).toBe(false);
});
