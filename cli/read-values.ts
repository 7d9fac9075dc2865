import type { z } from 'zod';
import { AppError } from '@/server/contracts/errors';

/** What a schema message allows, without the words around it: `must be on or off` and zod's own `Too small: expected number to be >0`. */
const allowedOf = (message: string): string =>
  message.replace(/^must be /, '').replace(/^(?:Too small|Too big|Invalid input|Invalid option): expected /, '').replace(/^number to be /, 'a number ').replace(/^(?:number|nan), received .*$/i, 'a number').replace(/^int, received .*$/, 'a whole number');

/** Begins a schema message that is a whole sentence already. */
const OUT_OF_ORDER = 'out of order: ';

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
  const sentence = issue.message.startsWith(OUT_OF_ORDER) ? issue.message.slice(OUT_OF_ORDER.length) : value === undefined ? `${name} ${issue.message.startsWith('is needed') ? issue.message : 'is needed'}.` : `${name}: value is ${JSON.stringify(value)}; allowed: ${allowedOf(issue.message)}.`;
  throw new AppError('BAD_INPUT', sentence, { flag: name, message: issue.message });
}

/** A schema with `from` and `to` whose days must be in order. The sentence names both values. */
export function datedInOrder<S extends z.ZodType<{ from?: string | undefined; to?: string | undefined }>>(schema: S): S {
  return schema.check(({ value, issues }) => {
    const { from, to } = value;
    if (from !== undefined && to !== undefined && from > to) issues.push({ code: 'custom', path: ['from'], input: value, message: `${OUT_OF_ORDER}--from ${from} lies after --to ${to}; the first day comes first.` });
  });
}
