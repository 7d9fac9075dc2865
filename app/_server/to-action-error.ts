import type { ActionError } from '@/components/action-result';
import { AppError } from '@/server/contracts/errors';

/** What a person is told about a failure. Anything that is not an AppError is a bug: logged whole, shown as one sentence. */
export function toActionError(error: unknown, what: string): ActionError {
  if (error instanceof AppError) return { code: error.code, message: error.message, details: error.details };
  console.error(`${what} failed`, error);
  return { code: 'INTERNAL', message: `${what} failed inside the console; nothing was changed. The cause is in the server's log.` };
}
