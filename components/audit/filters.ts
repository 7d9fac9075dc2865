import { type DayRange, dayParam as day, oneParam as one, type SearchParams } from '../filter/address-params';

/** Filters of the audit screen as they stand in the URL; defaults are left out of it. */
export interface AuditFilters extends DayRange {
  readonly entity: string;
  readonly action: string;
  readonly actor: string;
  /** Rows before this sequence number (older ones): the page. */
  readonly before: number | null;
}

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
