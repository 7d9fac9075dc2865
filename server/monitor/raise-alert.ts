import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import type { AlertEvidence } from '@/server/contracts/alert';
import { ENGINE_ACTOR } from '@/server/contracts/roles';
import type { Tx } from '@/server/db/client';
import { newId } from '@/server/db/new-id';
import { alerts, incidents } from '@/server/db/schema';
import type { Finding } from './findings';
import { ruleOf } from './rules';

export type AlertRow = typeof alerts.$inferSelect;
export type IncidentRow = typeof incidents.$inferSelect;

export interface Place {
  bookId: string;
  episodeId: string;
  dayIndex: number;
  date: string;
  now: number;
}

const OPEN = ['open', 'acknowledged', 'in_autopsy'] as const;
export const isOpen = (alert: Pick<AlertRow, 'handling'>): boolean => (OPEN as readonly string[]).includes(alert.handling);

/** What an alert is about: its rule, and the holding where the rule watches each by itself. */
export const keyOf = ({ rule, subject }: { rule: string; subject?: string | null }): string => (subject ? `${rule}/${subject}` : rule);

/** The newest alert of each rule (and holding) of an episode: what a new finding is held against. */
export function latestAlerts(tx: Tx, place: Place): Map<string, AlertRow> {
  const rows = tx.select().from(alerts).where(and(eq(alerts.bookId, place.bookId), eq(alerts.episodeId, place.episodeId))).orderBy(desc(alerts.openedAt), desc(alerts.dayIndex)).all();
  return new Map(rows.reverse().map((row) => [keyOf(row), row]));
}

/**
 * Stores a finding. While an alert of the rule (and holding) is open, or its condition never ceased to hold, it only counts as a repeat;
 * otherwise a new alert opens. `raised` tells whether the condition is new today: only then does a critical one halt.
 */
export function raiseAlert(tx: Tx, place: Place, finding: Finding, evidence: AlertEvidence[], known: AlertRow | undefined): { alert: AlertRow; raised: boolean } {
  const { now } = place;
  if (known && (known.firing || isOpen(known))) {
    const alert = tx.update(alerts).set({ repeats: known.repeats + 1, firing: true, updatedAt: now }).where(eq(alerts.id, known.id)).returning().get();
    return { alert, raised: !known.firing };
  }
  const { severity } = ruleOf(finding.rule);
  const alert = tx
    .insert(alerts)
    .values({ id: newId('alert'), bookId: place.bookId, episodeId: place.episodeId, rule: finding.rule, subject: finding.subject ?? null, severity, dayIndex: place.dayIndex, date: place.date, value: finding.value, threshold: finding.threshold, message: finding.message, evidence, firing: true, handling: 'open', openedAt: now, updatedAt: now })
    .returning()
    .get();
  appendEvent(tx, { kind: 'alert.opened', bookId: place.bookId, payload: { alertId: alert.id, rule: alert.rule, severity, message: alert.message, date: place.date }, now });
  return { alert, raised: true };
}

/** Marks that a condition no longer holds; the alert stays until a person deals with it. */
export function clearAlert(tx: Tx, alert: AlertRow, now: number): void {
  tx.update(alerts).set({ firing: false, updatedAt: now }).where(eq(alerts.id, alert.id)).run();
}

/** Puts the open alerts of the episode into the book's open incident, or opens one with the gravest sentence. */
export function openIncident(tx: Tx, place: Place, summary: string): IncidentRow {
  const { bookId, episodeId, now } = place;
  let incident = tx.select().from(incidents).where(and(eq(incidents.bookId, bookId), eq(incidents.episodeId, episodeId), eq(incidents.status, 'open'))).get();
  if (!incident) {
    incident = tx.insert(incidents).values({ id: newId('incident'), bookId, episodeId, date: place.date, summary, status: 'open', openedAt: now }).returning().get();
    appendAudit(tx, { actor: ENGINE_ACTOR, action: 'incident.open', entity: incident.id, detail: { bookId, date: place.date, summary }, now });
    appendEvent(tx, { kind: 'incident.opened', bookId, payload: { incidentId: incident.id, summary, date: place.date }, now });
  }
  tx.update(alerts).set({ incidentId: incident.id }).where(and(eq(alerts.bookId, bookId), eq(alerts.episodeId, episodeId), isNull(alerts.incidentId), inArray(alerts.handling, [...OPEN]))).run();
  return incident;
}
