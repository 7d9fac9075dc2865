import { AppError, type ErrorCode } from '@/server/contracts/errors';

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

/** A refusal as data: what `--json` prints on stderr. */
export interface Refusal {
  /** Of the console's one table of codes; INTERNAL is a bug and brings its stack. */
  readonly code: ErrorCode;
  /** One sentence. */
  readonly message: string;
  readonly details?: Record<string, unknown>;
  readonly stack?: string;
}

/** Errors that a person can act on are one sentence; anything else is a bug and shows its stack. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof AppError) return { code: error.code, message: error.message, ...(error.details ? { details: error.details } : {}) };
  if (!(error instanceof Error)) return { code: 'INTERNAL', message: String(error) };
  const { code, path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  const database = code === undefined ? undefined : DATABASE[code.split('_', 2).join('_')];
  if (database !== undefined) return { code: 'MISSING_PART', message: `The database (of --db, or in the folder OOMRL_DATA) ${database} (${code}).`, details: { reason: code } };
  const refusal = code === undefined || syscall === undefined ? undefined : REFUSALS[code];
  if (refusal === undefined) return { code: 'INTERNAL', message: error.message, stack: error.stack ?? error.message };
  const place = dest ?? path;
  return { code: 'BAD_INPUT', message: `${place ?? 'A path that was named'} ${refusal} (${code} on ${syscall}).`, details: { reason: code, ...(place === undefined ? {} : { path: place }) } };
}

/** The same for a person: one line, or the stack of a bug. */
export function explain(error: unknown): string {
  const { message, stack } = toRefusal(error);
  return `oomrl: ${stack ?? message}`;
}

/** A refusal as its one line on stderr: a sentence for people, `{"error":{"code","message",…}}` where a program reads. */
export const refusalLine = (error: unknown, json: boolean): string => (json ? JSON.stringify({ error: toRefusal(error) }) : explain(error));
