import { and, desc, eq } from 'drizzle-orm';
import { autopsySchema } from '@/server/contracts/autopsy';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { autopsies, incidents } from '@/server/db/schema';

export type AutopsyRow = typeof autopsies.$inferSelect;

/** @throws AppError NOT_FOUND */
export function getAutopsy(db: DbOrTx, autopsyId: string): AutopsyRow {
  const row = db.select().from(autopsies).where(eq(autopsies.id, autopsyId)).get();
  if (!row) throw new AppError('NOT_FOUND', `There is no autopsy ${autopsyId}.`);
  return row;
}

/** Versions of an incident's autopsy, newest first. */
export function listAutopsies(db: DbOrTx, incidentId: string): AutopsyRow[] {
  return db.select().from(autopsies).where(eq(autopsies.incidentId, incidentId)).orderBy(desc(autopsies.version)).all();
}

/** A signed mandate of a book, for the list of earlier ones. */
export interface Mandate {
  readonly autopsyId: string;
  readonly incidentId: string;
  readonly date: string;
  readonly version: number;
  readonly mandate: string;
  readonly acceptance: Record<string, number | undefined>;
  readonly signedAt: number | null;
  readonly signedBy: string | null;
  readonly contentHash: string | null;
}

/** Signed mandates of a book, newest first. */
export function listMandates(db: DbOrTx, bookId: string): Mandate[] {
  const rows = db
    .select({ autopsy: autopsies, date: incidents.date })
    .from(autopsies)
    .innerJoin(incidents, eq(incidents.id, autopsies.incidentId))
    .where(and(eq(autopsies.bookId, bookId), eq(autopsies.status, 'signed')))
    .orderBy(desc(autopsies.signedAt))
    .all();
  return rows.map(({ autopsy, date }) => {
    const document = autopsySchema.parse(autopsy.document);
    return { autopsyId: autopsy.id, incidentId: autopsy.incidentId, date, version: autopsy.version, mandate: document.mandate, acceptance: document.acceptance, signedAt: autopsy.signedAt, signedBy: autopsy.signedBy, contentHash: autopsy.contentHash };
  });
}
