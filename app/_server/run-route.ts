import 'server-only';
import type { Actor } from '@/server/contracts/roles';
import { AppError, ERROR_STATUS } from '@/server/contracts/errors';
import { type Db, db } from '@/server/db/client';
import { demandActor } from './actor';
import { toActionError } from './to-action-error';

interface RouteContext {
  db: Db;
  actor: Actor;
  now: number;
}

/** Answers JSON of `read`, or the error table's status with `{ error: { code, message } }`. Signed-in readers only. */
export async function answerJson(what: string, read: (context: RouteContext) => unknown): Promise<Response> {
  const headers = { 'cache-control': 'no-store' };
  try {
    const { actor } = await demandActor();
    return Response.json(await read({ db: db(), actor, now: Date.now() }), { headers });
  } catch (error) {
    const shown = toActionError(error, what);
    return Response.json({ error: shown }, { status: error instanceof AppError ? error.status : ERROR_STATUS.INTERNAL, headers });
  }
}
