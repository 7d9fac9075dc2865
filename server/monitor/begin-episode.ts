import { and, eq, inArray, ne } from 'drizzle-orm';
import type { BookRow, EpisodeRow } from '@/server/books/get-book';
import { type NewEpisode, startNewEpisode } from '@/server/books/start-new-episode';
import { type DbOrTx, write } from '@/server/db/client';
import { alerts, incidents } from '@/server/db/schema';
import { closeIncident } from './handle-alert';

/**
 * A new episode from fresh capital. Incidents and alerts of the old one end with it, for the same reason: what they speak of
 * is over. Both or neither. @throws as startNewEpisode
 */
export function beginNewEpisode(db: DbOrTx, input: NewEpisode): { book: BookRow; episode: EpisodeRow } {
  return write(db, (tx) => {
    const started = startNewEpisode(tx, input);
    const note = `New episode: ${input.reason}`;
    const old = tx.select({ id: incidents.id }).from(incidents).where(and(eq(incidents.bookId, input.bookId), ne(incidents.episodeId, started.episode.id), eq(incidents.status, 'open'))).all();
    for (const { id } of old) closeIncident(tx, { incidentId: id, note, actor: input.actor, now: input.now });
    tx.update(alerts)
      .set({ handling: 'resolved', firing: false, note, updatedAt: input.now })
      .where(and(eq(alerts.bookId, input.bookId), ne(alerts.episodeId, started.episode.id), inArray(alerts.handling, ['open', 'acknowledged', 'in_autopsy'])))
      .run();
    return started;
  });
}
