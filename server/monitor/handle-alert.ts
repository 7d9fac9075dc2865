import { and, eq, inArray } from 'drizzle-orm';
import { appendAudit } from '@/server/audit/append-audit';
import { appendEvent } from '@/server/audit/events';
import type { HandlingState } from '@/server/contracts/alert';
import { AppError } from '@/server/contracts/errors';
import { type Actor, roleAtLeast } from '@/server/contracts/roles';
import { type DbOrTx, type Tx, write } from '@/server/db/client';
import { alerts, incidents } from '@/server/db/schema';
import type { AlertRow, IncidentRow } from './raise-alert';

interface Handling {
  alertId: string;
  /** Revision the person saw. */
  revision: number;
  reason?: string;
  actor: Actor;
  now: number;
}

const MOVES = {
  acknowledge: { from: ['open'], to: 'acknowledged', reason: false },
  dismiss: { from: ['open', 'acknowledged'], to: 'dismissed', reason: true },
  resolve: { from: ['open', 'acknowledged', 'in_autopsy'], to: 'resolved', reason: false },
} as const satisfies Record<string, { from: readonly HandlingState[]; to: HandlingState; reason: boolean }>;

function handle(db: DbOrTx, verb: keyof typeof MOVES, input: Handling): AlertRow {
  const { alertId, actor, now } = input;
  const move = MOVES[verb];
  if (!roleAtLeast(actor.role, 'operator')) throw new AppError('NOT_ALLOWED', `Handling alerts needs the role operator; ${actor.name} is ${actor.role}.`, { need: 'operator' });
  const reason = input.reason?.trim() || null;
  return write(db, (tx) => {
    const alert = tx.select().from(alerts).where(eq(alerts.id, alertId)).get();
    if (!alert) throw new AppError('NOT_FOUND', `There is no alert ${alertId}.`);
    if (alert.revision !== input.revision) throw new AppError('STALE', `Somebody else handled this alert meanwhile (it is ${alert.handling} now); look again.`, { revision: alert.revision });
    if (!(move.from as readonly HandlingState[]).includes(alert.handling)) throw new AppError('ILLEGAL_TRANSITION', `The alert is ${alert.handling}; ${verb} is possible when it is ${move.from.join(' or ')}.`);
    if ((move.reason || (verb === 'resolve' && alert.firing)) && (reason?.length ?? 0) < 3) {
      throw new AppError('BAD_INPUT', verb === 'resolve' ? 'reason: the condition still holds; say why it is resolved all the same.' : 'reason: say why in three characters or more.');
    }
    const after = tx.update(alerts).set({ handling: move.to, note: reason ?? alert.note, revision: alert.revision + 1, updatedAt: now }).where(eq(alerts.id, alertId)).returning().get();
    appendAudit(tx, { actor, action: `alert.${verb}`, entity: alertId, detail: { rule: alert.rule, from: alert.handling, to: move.to, reason, bookId: alert.bookId }, now });
    appendEvent(tx, { kind: 'alert.changed', bookId: alert.bookId, payload: { alertId, handling: move.to }, now });
    return after;
  });
}

/** Somebody looks at it. @throws AppError STALE, ILLEGAL_TRANSITION, NOT_ALLOWED, NOT_FOUND */
export const acknowledgeAlert = (db: DbOrTx, input: Handling): AlertRow => handle(db, 'acknowledge', input);
/** Not worth acting on; needs a reason. It does not open again until its condition has ceased to hold once. */
export const dismissAlert = (db: DbOrTx, input: Handling): AlertRow => handle(db, 'dismiss', input);
/** Dealt with; needs a reason while its condition still holds. */
export const resolveAlert = (db: DbOrTx, input: Handling): AlertRow => handle(db, 'resolve', input);

/** The incident's alerts are being written up. Called in the transaction that opens the autopsy. */
export function markInAutopsy(tx: Tx, input: { incidentId: string; now: number }): void {
  tx.update(alerts).set({ handling: 'in_autopsy', updatedAt: input.now }).where(and(eq(alerts.incidentId, input.incidentId), inArray(alerts.handling, ['open', 'acknowledged']))).run();
}

/** Ends an incident (a version was deployed, or a person says so) and resolves its alerts. Closing twice is harmless. @throws AppError NOT_FOUND */
export function closeIncident(db: DbOrTx, input: { incidentId: string; note: string; actor: Actor; now: number }): IncidentRow {
  const { incidentId, note, actor, now } = input;
  return write(db, (tx) => {
    const incident = tx.select().from(incidents).where(eq(incidents.id, incidentId)).get();
    if (!incident) throw new AppError('NOT_FOUND', `There is no incident ${incidentId}.`);
    if (incident.status === 'closed') return incident;
    if (note.trim().length < 3) throw new AppError('BAD_INPUT', 'note: say why the incident is closed, in three characters or more.');
    tx.update(alerts).set({ handling: 'resolved', note, updatedAt: now }).where(and(eq(alerts.incidentId, incidentId), inArray(alerts.handling, ['open', 'acknowledged', 'in_autopsy']))).run();
    const closed = tx.update(incidents).set({ status: 'closed', closedAt: now }).where(eq(incidents.id, incidentId)).returning().get();
    appendAudit(tx, { actor, action: 'incident.close', entity: incidentId, detail: { note, bookId: incident.bookId }, now });
    appendEvent(tx, { kind: 'incident.closed', bookId: incident.bookId, payload: { incidentId, note }, now });
    return closed;
  });
}
