import { and, asc, desc, eq } from 'drizzle-orm';
import { AppError } from '@/server/contracts/errors';
import type { DbOrTx } from '@/server/db/client';
import { books, deployments, episodes, steps } from '@/server/db/schema';

export type BookRow = typeof books.$inferSelect;
export type EpisodeRow = typeof episodes.$inferSelect;
export type StepRow = typeof steps.$inferSelect;
export type DeploymentRow = typeof deployments.$inferSelect;

/** @throws AppError NOT_FOUND */
export function getBook(db: DbOrTx, bookId: string): BookRow {
  const row = db.select().from(books).where(eq(books.id, bookId)).get();
  if (!row) throw new AppError('NOT_FOUND', `There is no book ${bookId}.`);
  return row;
}

/** @throws AppError NOT_FOUND naming the books there are */
export function getBookByName(db: DbOrTx, name: string): BookRow {
  const row = db.select().from(books).where(eq(books.name, name)).get();
  if (row) return row;
  const names = db.select({ name: books.name }).from(books).orderBy(asc(books.name)).all().map((b) => b.name);
  throw new AppError('NOT_FOUND', `There is no book named ${name}; ${names.length > 0 ? `there are: ${names.join(', ')}` : 'there is none yet'}.`);
}

/** @throws AppError NOT_FOUND */
export function getEpisode(db: DbOrTx, episodeId: string): EpisodeRow {
  const row = db.select().from(episodes).where(eq(episodes.id, episodeId)).get();
  if (!row) throw new AppError('NOT_FOUND', `There is no episode ${episodeId}.`);
  return row;
}

/** The newest stored day of an episode, or null before the first. */
export function getLastStep(db: DbOrTx, episodeId: string): StepRow | null {
  return db.select().from(steps).where(eq(steps.episodeId, episodeId)).orderBy(desc(steps.dayIndex)).limit(1).get() ?? null;
}

/** Date of the newest stored day, without reading its (large) state. */
export function lastStepDate(db: DbOrTx, episodeId: string): string | null {
  return db.select({ date: steps.date }).from(steps).where(eq(steps.episodeId, episodeId)).orderBy(desc(steps.dayIndex)).limit(1).get()?.date ?? null;
}

/** Deployments of an episode in order. */
export function listDeployments(db: DbOrTx, bookId: string, episodeId?: string): DeploymentRow[] {
  return db.select().from(deployments).where(and(eq(deployments.bookId, bookId), episodeId ? eq(deployments.episodeId, episodeId) : undefined)).orderBy(deployments.at, deployments.fromDayIndex).all();
}
