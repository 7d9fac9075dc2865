import { and, desc, eq } from 'drizzle-orm';
import { z } from 'zod';
import { type AutopsyRow, getAutopsy } from '@/server/autopsy/get-autopsy';
import { getBook } from '@/server/books/get-book';
import { getVersion, loadVersion } from '@/server/books/versions';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { autopsies } from '@/server/db/schema';
import { defineTool } from '../tool';

const input = z.strictObject({
  autopsy: z.string().optional().describe('Id of an autopsy (aut_…); default: the newest signed one, of the book if one is named'),
  book: z.string().optional().describe('Id of a book (bok_…)'),
  sources: z.boolean().default(true).describe('Also give the files of the version the book runs: src, baseline and the tests that may be seen'),
});

/** The mandate as a person signed it, with the code it is about. */
export const autopsyGet = defineTool({
  name: 'autopsy_get',
  title: 'Read a signed autopsy',
  description: 'The signed instruction after a loss: metrics, root cause, mandate, constraints and acceptance numbers, and the source of the strategy version the book runs.',
  input,
  readOnly: true,
  call({ autopsy, book, sources }, { db }) {
    const row = autopsy ? getAutopsy(db, autopsy) : newestSigned(db, book);
    if (row.status !== 'signed') throw new AppError('ILLEGAL_TRANSITION', `Autopsy ${row.id} is not signed; agents work only on what a person signed.`);
    const { id, name, state, versionId } = getBook(db, row.bookId);
    const { commit, label } = getVersion(db, versionId);
    return {
      autopsy: { id: row.id, incidentId: row.incidentId, version: row.version, contentHash: row.contentHash, signedBy: row.signedBy, signedAt: row.signedAt, document: row.document },
      book: { id, name, state },
      base: { commit, label, ...(sources ? { files: visibleFiles(db, versionId) } : {}) },
    };
  },
});

function newestSigned(db: DbOrTx, bookId: string | undefined): AutopsyRow {
  const row = db.select().from(autopsies).where(and(eq(autopsies.status, 'signed'), bookId ? eq(autopsies.bookId, bookId) : undefined)).orderBy(desc(autopsies.signedAt)).limit(1).get();
  if (!row) throw new AppError('NOT_FOUND', bookId ? `Book ${bookId} has no signed autopsy.` : 'No autopsy is signed yet.');
  return row;
}

/** Held-out tests are for the gates alone. */
function visibleFiles(db: DbOrTx, versionId: string): Record<string, string> {
  const pkg = loadVersion(db, versionId);
  return Object.fromEntries([...pkg.sources, ...pkg.tests, ...pkg.baseline].filter((f) => !f.path.startsWith('tests/hidden/')).map((f) => [f.path, f.text]));
}
