import { acknowledge, dismiss, resolve } from '@/app/(console)/incidents/actions';
import { AlertsTable } from '@/components/book/alerts-table';
import { AlertList } from '@/components/incident/alert-list';
import { linkEvidence } from '@/components/incident/link-evidence';
import { readRowDates } from '@/server/autopsy/read-row-dates';
import type { BookPage } from '@/server/books/get-book-page';
import { db } from '@/server/db/client';
import { RULES } from '@/server/monitor/rules';

const RULE_WORDS = Object.fromEntries(RULES.map(({ name, label, unit, meaning }) => [name, { label, unit, meaning }]));
const NO_ANCHORS: ReadonlySet<string> = new Set();

/** Alerts that belong to no incident are handled here; the others on the page of their incident. */
export function AlertsTab({ alerts, whyNot }: { alerts: BookPage['alerts']; whyNot: string | null }) {
  const loose = alerts.filter((a) => a.incidentId === null && (a.handling === 'open' || a.handling === 'acknowledged'));
  const rest = alerts.filter((a) => !loose.includes(a));
  const dates = readRowDates(db(), loose.flatMap((a) => a.evidence.map((e) => e.ref)));
  return (
    <div className="space-y-6">
      {loose.length > 0 && (
        <AlertList
          alerts={loose.map((alert) => ({ ...alert, links: linkEvidence(alert.evidence.map((e) => e.ref), { bookId: alert.bookId, page: '', anchors: NO_ANCHORS, dates }) }))}
          rules={RULE_WORDS}
          whyNot={whyNot}
          actions={{ acknowledge, dismiss, resolve }}
        />
      )}
      {(rest.length > 0 || loose.length === 0) && <AlertsTable alerts={rest} />}
    </div>
  );
}
