import { createReadStream, createWriteStream, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { verifyAudit } from '@/server/audit/verify-audit';
import { AppError } from '@/server/contracts/errors';
import { dataDir, dbPath, openDb } from '@/server/db/client';

/** What the console stores beside the database; everything else in the data directory is made anew. */
const FOLDERS = ['panels', 'packages'] as const;
/** Files git or the panel store is about to rename or remove. */
const IN_THE_MAKING = /\/(tmp_|\.tmp)[^/]*$|\.(tmp|lock)$/;
export const DB_NAME = 'oomrl.db';

function filesUnder(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name)).filter((path) => !IN_THE_MAKING.test(path) && lstatSync(path).isFile()).sort();
}

/** A working folder beside the target. @throws AppError ALREADY_DONE, BAD_INPUT */
function makeRoom(target: string, force: boolean): string {
  try {
    const there = statSync(target, { throwIfNoEntry: false });
    if (there?.isDirectory()) throw new AppError('BAD_INPUT', `${target} is a folder; name the file to write in it, such as ${join(target, 'console-backup.tar.gz')}.`);
    if (there && !force) throw new AppError('ALREADY_DONE', `${target} exists already; name another file, or say --force to replace it.`);
    mkdirSync(dirname(target), { recursive: true });
    return mkdtempSync(join(dirname(target), `.${basename(target)}.`));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('BAD_INPUT', `${target} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}); name a file in a folder you may write to.`);
  }
}

/**
 * Writes database, panels and package repositories into one .tar.gz. The database part is SQLite's own snapshot, so the console
 * may go on meanwhile; panels and git objects are only ever added. The file appears under its name only when it is whole; one that
 * is there already is replaced only with `force`.
 * @throws AppError NOT_FOUND without a database, ALREADY_DONE or BAD_INPUT for a path that is taken or cannot be written, BINDING_MISMATCH when its audit log does not hold
 */
export async function writeBackup(file: string, now: number, { force = false }: { force?: boolean } = {}): Promise<{ file: string; entries: number; bytes: number; auditHead: string }> {
  if (!existsSync(dbPath())) throw new AppError('NOT_FOUND', `There is no database at ${dbPath()}; there is nothing to back up.`);
  const target = resolve(file);
  const work = makeRoom(target, force);
  try {
    const snapshot = join(work, DB_NAME);
    const db = openDb();
    await db.$client.backup(snapshot);
    db.$client.close();
    const copy = openDb(snapshot);
    const audit = verifyAudit(copy);
    // One file without a journal beside it, whatever mode the source was in.
    copy.$client.pragma('journal_mode = DELETE');
    copy.$client.close();
    if (!audit.ok) throw new AppError('BINDING_MISMATCH', `The audit log does not hold (${audit.why}); look into that before trusting a backup.`);
    const sources = [{ path: snapshot, name: DB_NAME }, ...FOLDERS.flatMap((folder) => filesUnder(join(dataDir(), folder)).map((path) => ({ path, name: relative(dataDir(), path) })))];
    const archive = pack();
    const partial = join(work, 'archive');
    const written = pipeline(archive, createGzip({ level: 1 }), createWriteStream(partial, { mode: 0o600 }));
    for (const { path, name } of sources) {
      const bytes = statSync(path).size;
      await pipeline(createReadStream(path), archive.entry({ name, size: bytes, mtime: new Date(now), mode: 0o600 }));
    }
    archive.finalize();
    await written;
    renameSync(partial, target);
    return { file: target, entries: sources.length, bytes: statSync(target).size, auditHead: audit.head };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
