import { z } from 'zod';
import { demandActor } from '@/app/_server/actor';
import { toActionError } from '@/app/_server/to-action-error';
import { TRACE_FORMATS, writeTrace } from '@/server/agents/traces/read-trace';
import { AppError, ERROR_STATUS, parseOrThrow } from '@/server/contracts/errors';
import { idSchema } from '@/server/contracts/ids';
import { db } from '@/server/db/client';

const inputSchema = z.object({
  id: z.union([idSchema('proposal'), z.string().regex(/^qp_.{1,200}$/)], { error: 'must be the id of a proposal (pro_…) or of an imported run (qp_…)' }),
  format: z.enum(TRACE_FORMATS, { error: `must be one of ${TRACE_FORMATS.join(', ')}` }),
});

/** The trace of a proposal or of an imported run as a file, streamed: `?format=orchestration|otlp`. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  try {
    await demandActor();
    const { id, format } = parseOrThrow(inputSchema, { id: decodeURIComponent((await params).id), format: new URL(request.url).searchParams.get('format') ?? 'orchestration' }, 'trace');
    return new Response(streamPieces(writeTrace(db(), id, format)), {
      // A run id may be any text of another system: the header gets letters only.
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-disposition': `attachment; filename="${id.replaceAll(/[^\w.-]+/g, '_')}.${format}.json"`, 'cache-control': 'no-store' },
    });
  } catch (error) {
    return Response.json({ error: toActionError(error, 'Export trace') }, { status: error instanceof AppError ? error.status : ERROR_STATUS.INTERNAL, headers: { 'cache-control': 'no-store' } });
  }
}

/** One piece when the reader asks for one: a slow download holds nothing back in memory. */
function streamPieces(pieces: Iterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = pieces[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      const { value, done } = iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void iterator.return?.(),
  });
}
