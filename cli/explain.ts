import { AppError } from '@/server/contracts/errors';

/** What the operating system refuses, in words; these come from a path a person named, or from their disk. */
const REFUSALS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist', EACCES: 'may not be read or written by this user', EPERM: 'may not be changed by this user', EISDIR: 'is a folder, not a file', ENOTDIR: 'is not a folder, or lies below a file',
  EEXIST: 'exists already', EROFS: 'is on a read-only disk', ENOSPC: 'cannot be written: the disk is full', EDQUOT: 'cannot be written: the quota is used up', EMFILE: 'cannot be opened: too many files are open',
  ENAMETOOLONG: 'has too long a name', ELOOP: 'is a chain of links without an end', ENOTEMPTY: 'is a folder that is not empty', EBUSY: 'is in use', EFBIG: 'is too large for this disk', EXDEV: 'lies on another disk', ETXTBSY: 'is being run',
};

/** What SQLite refuses because of the file, not of the program; it names no path. */
const DATABASE: Readonly<Record<string, string>> = {
  SQLITE_CANTOPEN: 'cannot be opened', SQLITE_NOTADB: 'is not a database', SQLITE_CORRUPT: 'is damaged; restore a backup', SQLITE_FULL: 'cannot be written: the disk is full',
  SQLITE_READONLY: 'may not be written by this user', SQLITE_BUSY: 'is in use by another process; try again', SQLITE_PERM: 'may not be opened by this user',
};

/** Errors that a person can act on are one sentence; anything else is a bug and shows its stack. */
export function explain(error: unknown): string {
  if (error instanceof AppError) return `oomrl: ${error.message}`;
  if (!(error instanceof Error)) return `oomrl: ${String(error)}`;
  const { code, path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  const database = code === undefined ? undefined : DATABASE[code.split('_', 2).join('_')];
  if (database !== undefined) return `oomrl: The database (of --db, or in the folder OOMRL_DATA) ${database} (${code}).`;
  const refusal = code === undefined || syscall === undefined ? undefined : REFUSALS[code];
  if (refusal === undefined) return `oomrl: ${error.stack ?? error.message}`;
  return `oomrl: ${dest ?? path ?? 'A path that was named'} ${refusal} (${code} on ${syscall}).`;
}
