import { z } from 'zod';
import { isCalendarDate } from './calendar-date';

/** Prefix of every identifier; the table doubles as a glossary of what the console stores. */
export const ID_PREFIX = {
  user: 'usr',
  session: 'ses',
  package: 'pkg',
  version: 'ver',
  book: 'bok',
  episode: 'epi',
  deployment: 'dep',
  alert: 'alr',
  incident: 'inc',
  autopsy: 'aut',
  proposal: 'pro',
  attempt: 'att',
  approval: 'apv',
  job: 'job',
  event: 'evt',
  import: 'imp',
  account: 'acc',
  message: 'msg',
} as const;

export type IdKind = keyof typeof ID_PREFIX;

/** `alr_` + 12 url-safe characters (72 random bits). `random` is passed in so that pure callers stay pure. */
export function makeId(kind: IdKind, random: Uint8Array): string {
  return `${ID_PREFIX[kind]}_${Buffer.from(random).toString('base64url').slice(0, 12)}`;
}

export const idSchema = (kind: IdKind) => z.string().regex(new RegExp(`^${ID_PREFIX[kind]}_[A-Za-z0-9_-]{12}$`), `must be an id like ${ID_PREFIX[kind]}_XXXXXXXXXXXX`);
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, 'must be a sha256 in hex');
/** A day that is on the calendar: 2024-02-30 has the form of a date and is none. */
export const dateSchema = z.string().refine(isCalendarDate, 'must be a calendar date like 2024-07-01');
