import type { z } from 'zod';
import { AppError } from '@/server/contracts/errors';

/** What a schema message allows, without the words around it: `must be on or off` and zod's own `Too small: expected number to be >0`. */
const allowedOf = (message: string): string =>
  message.replace(/^must be /, '').replace(/^(?:Too small|Too big|Invalid input|Invalid option): expected /, '').replace(/^number to be /, 'a number ').replace(/^(?:number|nan), received .*$/i, 'a number').replace(/^int, received .*$/, 'a whole number');

/**
 * The values of a command's flags; a refusal reads `--flag: value is "…"; allowed: …`, the same for every command. A schema of one
 * value is given with its flag. @throws AppError BAD_INPUT
 */
export function readValues<S extends z.ZodType>(schema: S, values: unknown, flag?: string): z.output<S> {
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const name = flag ?? `--${String(issue.path[0] ?? '')}`;
  const value: unknown = flag === undefined ? (values as Record<string, unknown>)[String(issue.path[0])] : values;
  const sentence = value === undefined ? `${name} ${issue.message.startsWith('is needed') ? issue.message : 'is needed'}.` : `${name}: value is ${JSON.stringify(value)}; allowed: ${allowedOf(issue.message)}.`;
  throw new AppError('BAD_INPUT', sentence, { flag: name, message: issue.message });
}
