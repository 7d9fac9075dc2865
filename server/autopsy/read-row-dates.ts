import { inArray } from 'drizzle-orm';
import type { EvidenceRef } from '@/server/contracts/autopsy';
import type { DbOrTx } from '@/server/db/client';
import { alerts, fills, orders } from '@/server/db/schema';

/** Trading day of every cited alert, fill and order by its id: the page of that day shows the row. Ids that are not stored are left out. */
export function readRowDates(db: DbOrTx, refs: readonly EvidenceRef[]): Map<string, string> {
  const idsOf = (kind: EvidenceRef['kind']) => [...new Set(refs.filter((ref) => ref.kind === kind).map((ref) => ref.id))];
  const rows = [
    ...db.select({ id: fills.id, date: fills.date }).from(fills).where(inArray(fills.id, idsOf('fill'))).all(),
    ...db.select({ id: alerts.id, date: alerts.date }).from(alerts).where(inArray(alerts.id, idsOf('alert'))).all(),
    ...db.select({ id: orders.id, date: orders.date }).from(orders).where(inArray(orders.id, idsOf('order'))).all(),
  ];
  return new Map(rows.map((row) => [row.id, row.date]));
}
