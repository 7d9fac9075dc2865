import { createHash } from 'node:crypto';
import { AppError } from '@/server/contracts/errors';

function render(value: unknown, path: string): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new AppError('BAD_INPUT', `${path}: ${value} cannot be written as JSON; store null and say why.`);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item, i) => render(item === undefined ? null : item, `${path}[${i}]`)).join(',')}]`;
  if (typeof value === 'object') {
    const entries = Object.entries(value as Record<string, unknown>).filter(([, v]) => v !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${render(v, `${path}.${k}`)}`).join(',')}}`;
  }
  throw new AppError('BAD_INPUT', `${path}: a ${typeof value} cannot be written as JSON.`);
}

/**
 * JSON with sorted keys and no spaces (RFC 8785): equal values give equal bytes, so a hash over it means the content.
 * `undefined` members are left out as JSON does. @throws AppError BAD_INPUT for NaN, Infinity, functions, bigint
 */
export const canonicalJson = (value: unknown): string => render(value, '$');

/** sha256 in hex of UTF-8 text. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');
