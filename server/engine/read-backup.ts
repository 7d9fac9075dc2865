import { createReadStream, createWriteStream, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { type AuditVerdict, verifyAudit } from '@/server/audit/verify-audit';
import { AppError } from '@/server/contracts/errors';
import { openDb } from '@/server/db/client';
import { DB_NAME } from './write-backup';

const SAFE_PATH = /^(oomrl\.db|(panels|packages)\/[A-Za-z0-9_./-]+)$/;
const MAX_ENTRY_BYTES = 8 * 2 ** 30;

/** Writes the archive's files under `work`; returns how many. @throws AppError BAD_INPUT for anything that is no whole backup of ours */
async function unpack(file: string, work: string): Promise<number> {
  let entries = 0;
  const tar = extract();
  const read = pipeline(createReadStream(file), createGunzip(), tar);
  // The loop below meets the same error; this only keeps it from being unhandled meanwhile.
  read.catch(() => {});
  try {
    for await (const entry of tar) {
      const { name, type, size } = entry.header;
      if (type !== 'file' || !SAFE_PATH.test(name) || name.split('/').includes('..') || (size ?? 0) > MAX_ENTRY_BYTES) {
        throw new AppError('BAD_INPUT', `${file} holds ${JSON.stringify(name)} (${type}), which no backup of ours holds; nothing was restored.`);
      }
      const path = join(work, name);
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(entry, createWriteStream(path, { mode: 0o600, flags: 'wx' }));
      entries += 1;
    }
    await read;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('BAD_INPUT', `${file} could not be unpacked whole (${error instanceof Error ? error.message : String(error)}); nothing was restored.`);
  }
  if (!existsSync(join(work, DB_NAME))) throw new AppError('BAD_INPUT', `${file} holds no database; nothing was restored.`);
  return entries;
}

/**
 * Unpacks a backup into an empty data directory and verifies its audit log. Only the three known places are written, as plain
 * files; the directory appears when it is whole. @throws AppError BAD_INPUT, NOT_FOUND, ALREADY_DONE
 */
export async function readBackup(file: string, dir: string): Promise<{ dir: string; entries: number; audit: AuditVerdict }> {
  if (!existsSync(file)) throw new AppError('NOT_FOUND', `There is no backup at ${file}.`);
  if (existsSync(dir) && readdirSync(dir).length > 0) throw new AppError('ALREADY_DONE', `${dir} is not empty; move it away first, so that nothing is overwritten.`);
  mkdirSync(dirname(dir), { recursive: true });
  const work = mkdtempSync(join(dirname(dir), '.restore.'));
  try {
    const entries = await unpack(file, work);
    const db = openDb(join(work, DB_NAME));
    const audit = verifyAudit(db);
    db.$client.close();
    rmSync(dir, { recursive: true, force: true });
    renameSync(work, dir);
    return { dir, entries, audit };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
