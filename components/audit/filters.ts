/** Filters of the audit screen as they stand in the URL; defaults are left out of it. */
export interface AuditFilters {
  readonly entity: string;
  readonly action: string;
  readonly actor: string;
  /** Rows before this sequence number (older ones): the page. */
  readonly before: number | null;
}

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;
const one = (value: string | string[] | undefined): string => ((Array.isArray(value) ? value[0] : value) ?? '').trim().slice(0, 200);

export function readAuditFilters(params: SearchParams): AuditFilters {
  const before = one(params.before);
  return { entity: one(params.entity), action: one(params.action), actor: one(params.actor), before: /^[1-9]\d{0,14}$/.test(before) ? Number(before) : null };
}

/** Query string of filters, without the leading `?`; '' when nothing is filtered. */
export function auditQuery(filters: Partial<AuditFilters>): string {
  const query = new URLSearchParams();
  for (const key of ['entity', 'action', 'actor', 'before'] as const) {
    const value = filters[key];
    if (value !== undefined && value !== null && value !== '') query.set(key, String(value));
  }
  return query.toString();
}
