import { and, eq, ne } from 'drizzle-orm';
import type { BookRow, EpisodeRow } from '@/server/books/get-book';
import { type NewEpisode, startNewEpisode } from '@/server/books/start-new-episode';
import { type DbOrTx, write } from '@/server/db/client';
import { incidents } from '@/server/db/schema';
import { closeIncident } from './handle-alert';

/** A new episode from fresh capital, and the incidents of the old ones closed with its reason, both or neither. @throws as startNewEpisode */
export function beginNewEpisode(db: DbOrTx, input: NewEpisode): { book: BookRow; episode: EpisodeRow } {
  return write(db, (tx) => {
    const started = startNewEpisode(tx, input);
    const old = tx.select({ id: incidents.id }).from(incidents).where(and(eq(incidents.bookId, input.bookId), ne(incidents.episodeId, started.episode.id), eq(incidents.status, 'open'))).all();
    for (const { id } of old) closeIncident(tx, { incidentId: id, note: `New episode: ${input.reason}`, actor: input.actor, now: input.now });
    return started;
  });
}
