import type { EvidenceRef } from '@/server/contracts/autopsy';
import type { FillRow, OrderRow } from '@/server/books/step-rows';
import type { AlertRow } from './types';

interface Cited {
  readonly alerts: readonly AlertRow[];
  readonly suspects: readonly { readonly evidence: readonly EvidenceRef[] }[];
  readonly orders: readonly OrderRow[];
  readonly fills: readonly FillRow[];
  readonly metrics: readonly { readonly refs: readonly EvidenceRef[] }[];
}

/** Orders and fills of the incident's day, and every other one that an alert, a metric or a suspect cites: no link leads nowhere. */
export function citedRows(page: Cited, date: string): { orders: OrderRow[]; fills: FillRow[] } {
  const refs = [...page.alerts.flatMap((a) => a.evidence.map((e) => e.ref)), ...page.suspects.flatMap((s) => s.evidence), ...page.metrics.flatMap((m) => m.refs)];
  const ids = new Set(refs.map((ref) => ref.id));
  return { orders: page.orders.filter((o) => o.date === date || ids.has(o.id)), fills: page.fills.filter((f) => f.date === date || ids.has(f.id)) };
}
