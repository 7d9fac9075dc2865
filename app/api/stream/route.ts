import { demandActor } from '@/app/_server/actor';
import { toFrames, toLiveFrame } from '@/app/_server/event-frames';
import { toActionError } from '@/app/_server/to-action-error';
import { readSession } from '@/server/access/sessions';
import { type EventRow, listEventsAfter } from '@/server/audit/events';
import { AppError, ERROR_STATUS } from '@/server/contracts/errors';
import { db } from '@/server/db/client';
import { bus } from '@/server/engine/bus';

export const runtime = 'nodejs';
const BEAT_MS = 15_000;
/** One browser needs one connection (components/live/stream.ts); this many browsers are more than a console has readers. */
const MAX_CLIENTS = 64;
/** Frames a slow browser may be behind before unfinished words are left out for it: the next frame holds them again. */
const MAX_BEHIND = 32;

/** Live events (SSE). `id` is the row of the event store; a client that comes back with Last-Event-ID gets what it missed. */
export async function GET(request: Request): Promise<Response> {
  let token: string;
  try {
    token = (await demandActor()).token;
    if (bus().closed) throw new AppError('MISSING_PART', 'The console is stopping.');
    if (bus().listeners >= MAX_CLIENTS) throw new AppError('RATE_LIMITED', `${MAX_CLIENTS} streams are open; close a browser.`);
  } catch (error) {
    return Response.json({ error: toActionError(error, 'Stream') }, { status: error instanceof AppError ? error.status : ERROR_STATUS.INTERNAL });
  }
  // The header comes from a browser that mends its line, the parameter from one that opens a new one.
  const since = Number(request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after'));
  const encoder = new TextEncoder();
  let end = () => {};

  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      let sent = 0;
      const cleanups: (() => void)[] = [];
      end = () => {
        for (const clean of cleanups.splice(0)) clean();
        try {
          controller.close();
        } catch {
          // Already closed by the browser.
        }
      };
      const send = (text: string) => {
        try {
          if (text) controller.enqueue(encoder.encode(text));
        } catch {
          end();
        }
      };
      const sendRows = (rows: readonly EventRow[]) => {
        const fresh = rows.filter((row) => row.id > sent);
        sent = fresh.at(-1)?.id ?? sent;
        send(toFrames(fresh));
      };
      const beat = () => {
        // A session that ended meanwhile must not go on listening.
        if (!readSession(db(), { token, now: Date.now() })) return end();
        send(`event: beat\ndata: ${Date.now()}\n\n`);
      };
      send('retry: 1000\n\n');
      cleanups.push(bus().subscribe(sendRows), bus().onShutdown(() => end()));
      for (let after = since; Number.isSafeInteger(after) && after > 0; ) {
        const missed = listEventsAfter(db(), { afterId: after });
        sendRows(missed);
        after = missed.at(-1)?.id ?? 0;
      }
      cleanups.push(bus().subscribeLive((turn) => (turn.done || (controller.desiredSize ?? 0) > -MAX_BEHIND ? send(toLiveFrame(turn)) : undefined)));
      beat();
      const timer = setInterval(beat, BEAT_MS);
      cleanups.push(() => clearInterval(timer));
      request.signal.addEventListener('abort', () => end());
    },
    cancel: () => end(),
  });
  return new Response(stream, { headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' } });
}
