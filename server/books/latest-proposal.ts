import { desc, eq } from 'drizzle-orm';
import type { DbOrTx } from '@/server/db/client';
import { proposals } from '@/server/db/schema';

/** The newest proposal of a book, or null: where "watch the agent" and "review" lead. */
export const latestProposalId = (db: DbOrTx, bookId: string): string | null =>
  db.select({ id: proposals.id }).from(proposals).where(eq(proposals.bookId, bookId)).orderBy(desc(proposals.createdAt)).limit(1).get()?.id ?? null;
