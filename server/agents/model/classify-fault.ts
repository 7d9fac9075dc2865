import { z } from 'zod';
import { cleanText } from '@/server/stdaw/gradient/clean-text';
import type { Fault } from './types';

/** The parts of both SDKs' errors that are looked at; everything else about them differs. */
const errorShape = z.object({
  status: z.number().optional().catch(undefined),
  message: z.string().catch(''),
  code: z.string().nullish().catch(null),
  type: z.string().nullish().catch(null),
  headers: z.unknown(),
  error: z.unknown(),
});

const QUOTA = /insufficient_quota|billing|credit balance|exceeded your current quota/i;

/** A server that goes on beyond what it was allowed to say: asking again would bring the same. */
export class TooLong extends Error {
  constructor(maxTokens: number) {
    super(`The server went on beyond the ${maxTokens} tokens it was allowed; it ignores the limit.`);
  }
}

/**
 * The fault matrix: which failure may be tried again. 429, 5xx, 529, cut and silent connections and errors inside a stream
 * may, as a turn changes nothing; a used-up quota, a bad key or request may not, whatever the status says.
 */
export function classifyFault(error: unknown, timedOut: boolean, apiKey = ''): Fault {
  const parsed = errorShape.safeParse(error);
  const { status, code, type, headers, message } = parsed.success ? parsed.data : { status: undefined, code: null, type: null, headers: null, message: String(error) };
  const name = error instanceof Error ? error.name : '';
  const text = clean(withoutKey(message || name || 'unknown error', apiKey));
  const fault = (kind: Fault['kind'], retry: boolean): Fault => ({ kind, retry: retry && header(headers, 'x-should-retry') !== 'false', retryAfterMs: retryAfter(headers), message: status ? `HTTP ${status}: ${text}` : text });
  if (timedOut || /timeout/i.test(name)) return fault('timeout', true);
  if (QUOTA.test(`${code} ${type} ${message} ${JSON.stringify(parsed.success ? (parsed.data.error ?? '') : '')}`)) return fault('quota', false);
  if (status === 401 || status === 403) return fault('auth', false);
  if (status === 404) return fault('not_found', false);
  if (status === 429) return fault('rate_limited', true);
  if (status === 529 || type === 'overloaded_error' || /overloaded/i.test(message)) return fault('overloaded', true);
  if (status === 408 || status === 409 || (status !== undefined && status >= 500)) return fault('server', true);
  if (status !== undefined) return fault('bad_request', false);
  if (error instanceof TooLong) return fault('malformed', false);
  if (/JSON|parse|unexpected token/i.test(message)) return fault('malformed', true);
  return fault('connection', true);
}

function header(headers: unknown, name: string): string | null {
  return headers instanceof Headers ? headers.get(name) : null;
}

/** retry-after-ms, or retry-after in seconds or as a date; at most a minute is honoured. */
function retryAfter(headers: unknown): number | null {
  const ms = Number(header(headers, 'retry-after-ms') ?? Number.NaN);
  const seconds = Number(header(headers, 'retry-after') ?? Number.NaN);
  const wait = Number.isFinite(ms) ? ms : Number.isFinite(seconds) ? seconds * 1000 : Number.NaN;
  return Number.isFinite(wait) && wait >= 0 ? Math.min(wait, 60_000) : null;
}

/** A server or a runtime may quote the key it was given; whoever reads the sentence may not have it. */
const withoutKey = (text: string, apiKey: string): string => (apiKey.length < 4 ? text : text.replaceAll(apiKey, '[key]'));

/** Server text on one line, without tags of an HTML error page and invisible characters, capped. */
const clean = (text: string): string => cleanText(text.slice(0, 10_000).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim(), 300);
