import { z } from 'zod';
import { demandActor } from '@/app/_server/actor';
import { toActionError } from '@/app/_server/to-action-error';
import { readTrace, TRACE_FORMATS } from '@/server/agents/traces/read-trace';
import { AppError, ERROR_STATUS, parseOrThrow } from '@/server/contracts/errors';
import { idSchema } from '@/server/contracts/ids';
import { db } from '@/server/db/client';

const inputSchema = z.object({ id: idSchema('proposal'), format: z.enum(TRACE_FORMATS, { error: `must be one of ${TRACE_FORMATS.join(', ')}` }) });

/** The trace of a proposal as a file: `?format=orchestration|otlp`. */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  try {
    await demandActor();
    const { id, format } = parseOrThrow(inputSchema, { id: (await params).id, format: new URL(request.url).searchParams.get('format') ?? 'orchestration' }, 'trace');
    return new Response(`${JSON.stringify(readTrace(db(), id, format))}\n`, {
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-disposition': `attachment; filename="${id}.${format}.json"`, 'cache-control': 'no-store' },
    });
  } catch (error) {
    return Response.json({ error: toActionError(error, 'Export trace') }, { status: error instanceof AppError ? error.status : ERROR_STATUS.INTERNAL, headers: { 'cache-control': 'no-store' } });
  }
}
