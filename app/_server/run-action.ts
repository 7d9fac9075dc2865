import 'server-only';
import { revalidatePath } from 'next/cache';
import { headers } from 'next/headers';
import type { z } from 'zod';
import type { ActionResult } from '@/components/action-result';
import { requireRole } from '@/server/access/require-role';
import { parseOrThrow } from '@/server/contracts/errors';
import type { Actor, Role } from '@/server/contracts/roles';
import { type Db, db } from '@/server/db/client';
import { demandActor } from './actor';
import { assertSameOrigin } from './origin';
import { toActionError } from './to-action-error';

export interface ActionContext {
  db: Db;
  actor: Actor;
  now: number;
  /** The session's own token, for the few use cases about sessions. */
  token: string;
}

interface ActionOptions<S extends z.ZodType> {
  /** What is being done, for messages: `Halt book`. */
  what: string;
  /** Least role that may do it. */
  role: Role;
  schema: S;
  /** Addresses whose pages show what changed. */
  revalidate?: (input: z.output<S>) => string[];
}

/**
 * The one way to make a server action: origin → session → role → parse → one room function. Failures come back as data.
 * A redirect inside `run` would be swallowed, so actions do not redirect; the client navigates.
 */
export function defineAction<S extends z.ZodType, T>(options: ActionOptions<S>, run: (context: ActionContext, input: z.output<S>) => T | Promise<T>): (input: z.input<S>) => Promise<ActionResult<T>> {
  return async (raw) => {
    try {
      assertSameOrigin(await headers());
      const { actor, token } = await demandActor();
      requireRole(actor, options.role);
      const input = parseOrThrow(options.schema, raw, options.what);
      const data = await run({ db: db(), actor, token, now: Date.now() }, input);
      for (const path of options.revalidate?.(input) ?? []) revalidatePath(path);
      return { ok: true, data };
    } catch (error) {
      return { ok: false, error: toActionError(error, options.what) };
    }
  };
}
