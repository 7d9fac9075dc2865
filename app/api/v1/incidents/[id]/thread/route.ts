import { z } from 'zod';
import { demandActor } from '@/app/_server/actor';
import { toActionError } from '@/app/_server/to-action-error';
import { getIncident } from '@/server/autopsy/incident-rows';
import { threadRecord } from '@/server/autopsy/thread/read-thread';
import { AppError, ERROR_STATUS, parseOrThrow } from '@/server/contracts/errors';
import { idSchema } from '@/server/contracts/ids';
import { db } from '@/server/db/client';

const inputSchema = z.object({ id: idSchema('incident') });

/** The deliberation of an incident as a file, with the hash that the signature's audit row names. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  try {
    await demandActor();
    const { id } = parseOrThrow(inputSchema, await params, 'thread');
    getIncident(db(), id);
    return new Response(`${JSON.stringify(threadRecord(db(), id))}\n`, {
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-disposition': `attachment; filename="${id}.thread.json"`, 'cache-control': 'no-store' },
    });
  } catch (error) {
    return Response.json({ error: toActionError(error, 'Export deliberation') }, { status: error instanceof AppError ? error.status : ERROR_STATUS.INTERNAL, headers: { 'cache-control': 'no-store' } });
  }
}
