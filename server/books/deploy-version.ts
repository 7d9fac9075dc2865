import type { DbOrTx, Tx } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { deployments } from '@/server/db/schema';
import { type BookRow, getBook, getEpisode, getLastStep } from './get-book';
import { setBranch } from './package-repo';
import { getPackageRow, getVersion, repoDir } from './versions';

/** Writes from which day on a version decides: the phase boundary of the charts. */
export function recordDeployment(tx: Tx, input: { book: BookRow; versionId: string; kind: 'deploy' | 'roll_back'; approvalId: string | null; actorName: string; now: number }): void {
  const { book, versionId, kind, approvalId, actorName, now } = input;
  const last = getLastStep(tx, book.episodeId);
  const fromDayIndex = last ? last.dayIndex + 1 : 0;
  const fromDate = last?.date ?? getEpisode(tx, book.episodeId).startDate;
  tx.insert(deployments).values({ id: newId('deployment'), bookId: book.id, episodeId: book.episodeId, versionId, kind, fromDayIndex, fromDate, approvalId, actorName, at: now }).run();
}

/** Points `main` of the package's repository at what the book runs. Done after the database says so; doing it again is harmless. */
export function publishDeployed(db: DbOrTx, bookId: string): void {
  const book = getBook(db, bookId);
  setBranch(repoDir(getPackageRow(db, book.packageId)), 'main', getVersion(db, book.versionId).commit);
}
