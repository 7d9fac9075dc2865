import { z } from 'zod';

/** Every error code of the console and the HTTP status it maps to. The one table; the UI and the CLI read it too. */
export const ERROR_STATUS = {
  BAD_INPUT: 400,
  NOT_SIGNED_IN: 401,
  NOT_ALLOWED: 403,
  NOT_FOUND: 404,
  ILLEGAL_TRANSITION: 409,
  STALE: 409,
  BINDING_MISMATCH: 409,
  ALREADY_DONE: 409,
  TOO_LARGE: 413,
  RATE_LIMITED: 429,
  OUT_OF_MONEY: 402,
  MISSING_PART: 503,
  PROVIDER_FAILED: 502,
  STRATEGY_FAILED: 422,
  INTERNAL: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;
export const errorCodeSchema = z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]);

/**
 * The one error class that crosses rooms. `message` is a plain sentence that names field, value and what to do;
 * `details` is data for programs (JSON). Anything else that is thrown is a bug and answers INTERNAL.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown> | undefined;

  constructor(code: ErrorCode, message: string, details?: Record<string, unknown>) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }
}

/** First zod issue as one sentence: where, what was found, what is allowed. */
export function explainIssues(error: z.ZodError, what: string): string {
  const issue = error.issues[0];
  if (!issue) return `${what} is not valid.`;
  const path = issue.path.length > 0 ? issue.path.map(String).join('.') : '(root)';
  const more = error.issues.length > 1 ? ` (and ${error.issues.length - 1} more)` : '';
  return `${what}: ${path}: ${issue.message}${more}`;
}

/** Parse untrusted data or throw BAD_INPUT naming the field. @throws AppError BAD_INPUT */
export function parseOrThrow<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) {
    throw new AppError('BAD_INPUT', explainIssues(result.error, what), { issues: result.error.issues.map((i) => ({ path: i.path.map(String), message: i.message })) });
  }
  return result.data;
}
