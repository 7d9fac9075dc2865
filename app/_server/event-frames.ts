import { kindOfEvent, type StreamEvent } from '@/components/live/stream-event';
import type { EventRow } from '@/server/audit/events';
import type { LiveTurn } from '@/server/contracts/live-turn';

/**
 * Rows of the event store as SSE frames. Of many days stored since the last look only the newest of each book goes out: a
 * page asks for its data again anyway, and a fast run must not drown it. Payloads stay here; pages read through their rooms.
 */
export function toFrames(rows: readonly EventRow[]): string {
  const lastStep = new Map(rows.filter((row) => row.kind === 'book.step').map((row) => [row.bookId, row.id]));
  return rows
    .filter((row) => row.kind !== 'book.step' || lastStep.get(row.bookId) === row.id)
    .map((row) => {
      const event: StreamEvent = { id: row.id, at: row.at, kind: kindOfEvent(row.kind), name: row.kind, bookId: row.bookId, traceId: row.traceId };
      return `id: ${row.id}\nevent: ${event.kind}\ndata: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}

/** A turn that is being written. Without an id: it is no row, and a client that comes back is not owed it. */
export const toLiveFrame = (turn: LiveTurn): string => `event: live\ndata: ${JSON.stringify(turn)}\n\n`;
