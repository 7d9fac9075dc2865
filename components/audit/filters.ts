import { isCalendarDate } from '@/server/contracts/calendar-date';

/** Filters of the audit screen as they stand in the URL; defaults are left out of it. */
export interface AuditFilters {
  readonly entity: string;
  readonly action: string;
  readonly actor: string;
  /** Days in UTC, both inclusive, YYYY-MM-DD; '' = open. */
  readonly from: string;
  readonly to: string;
  /** Rows before this sequence number (older ones): the page. */
  readonly before: number | null;
}

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;
const one = (value: string | string[] | undefined): string => ((Array.isArray(value) ? value[0] : value) ?? '').trim().slice(0, 200);

const day = (value: string | string[] | undefined): string => (isCalendarDate(one(value)) ? one(value) : '');

export function readAuditFilters(params: SearchParams): AuditFilters {
  const before = one(params.before);
  return { entity: one(params.entity), action: one(params.action), actor: one(params.actor), from: day(params.from), to: day(params.to), before: /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null };
}

/** Query string of filters, without the leading `?`; '' when nothing is filtered. */
export function auditQuery(filters: Partial<AuditFilters>): string {
  const query = new URLSearchParams();
  for (const key of ['entity', 'action', 'actor', 'from', 'to', 'before'] as const) {
    const value = filters[key];
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value));
  }
  return query.toString();
}

const DAY_MS = 86_400_000;

/** Filters as the audit room takes them: days in epoch ms, both inclusive. */
export function auditMatch({ entity, action, actor, from, to }: Omit<AuditFilters, 'before'>): { entity: string; action: string; actor: string; from?: number; to?: number } {
  return { entity, action, actor, ...(from === '' ? {} : { from: Date.parse(`${from}T00:00:00Z`) }), ...(to === '' ? {} : { to: Date.parse(`${to}T00:00:00Z`) + DAY_MS - 1 }) };
}

/** Why the days select nothing, or null. */
export const whyNoDays = ({ from, to }: Pick<AuditFilters, 'from' | 'to'>): string | null => (from !== '' && to !== '' && from > to ? `From ${from} lies after to ${to}: no day is between them.` : null);
