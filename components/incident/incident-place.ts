import { paths } from '@/components/paths';
import type { EvidenceRef } from '@/server/contracts/autopsy';
import type { IncidentPage } from '@/server/autopsy/read-incident-page';
import type { Place } from './link-evidence';

type Cited = Pick<IncidentPage, 'alerts' | 'suspects' | 'metrics' | 'thread'>;
type Shown = Pick<IncidentPage, 'timeline' | 'alerts' | 'quotes' | 'deployments'> & { readonly orders: readonly { readonly id: string }[]; readonly fills: readonly { readonly id: string }[] };

/** Every row that something on the incident's page cites. */
export const citedOnIncident = (page: Cited): EvidenceRef[] => [...page.alerts.flatMap((a) => a.evidence.map((e) => e.ref)), ...page.suspects.flatMap((s) => s.evidence), ...page.metrics.flatMap((m) => m.refs), ...page.thread.flatMap((m) => m.evidence)];

/** Where citations on the incident's page lead: to the rows that stand on it, else to the page of the row's own day. */
export function incidentPlace(bookId: string, shown: Shown, dates: Place['dates']): Place {
  const refs: EvidenceRef[] = [
    ...shown.timeline.map((d) => ({ kind: 'day' as const, id: d.ref })),
    ...shown.alerts.map((a) => ({ kind: 'alert' as const, id: a.id })),
    ...shown.fills.map((f) => ({ kind: 'fill' as const, id: f.id })),
    ...shown.orders.map((o) => ({ kind: 'order' as const, id: o.id })),
    ...shown.quotes.map((q) => ({ kind: 'orderbook' as const, id: q.id })),
    ...shown.deployments,
  ];
  return { bookId, page: '', anchors: new Set(refs.map(paths.anchor)), dates };
}
