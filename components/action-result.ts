import type { ErrorCode } from '@/server/contracts/errors';

/** A failure a person can act on: the code for programs, one sentence for people. */
export interface ActionError {
  code: ErrorCode;
  message: string;
  details?: Record<string, unknown> | undefined;
}

/** What every server action answers. Failures are data, so that the form that asked can say what to do. */
export type ActionResult<T = unknown> = { ok: true; data: T } | { ok: false; error: ActionError };
