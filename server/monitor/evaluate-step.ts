import { desc, eq } from 'drizzle-orm';
import type { FailedDay, StepHooks, StoredDay } from '@/server/books/step-hooks';
import type { Tx } from '@/server/db/client';
import { steps } from '@/server/db/schema';
import { dayRef, evidenceOf } from './evidence';
import { type Finding, findFindings, levelsOf } from './findings';
import { type DayPoint, WINDOW } from './measures';
import { clearAlert, keyOf, latestAlerts, openIncident, type Place, raiseAlert } from './raise-alert';
import { ruleOf, ruleOrder, stillHolds } from './rules';
import { thresholdsOf } from './thresholds';

function readHistory(tx: Tx, episodeId: string): DayPoint[] {
  const { dayReturn, benchmarkReturn, turnover } = steps;
  return tx.select({ dayReturn, benchmarkReturn, turnover }).from(steps).where(eq(steps.episodeId, episodeId)).orderBy(desc(steps.dayIndex)).limit(WINDOW + 1).all().reverse();
}

/**
 * Holds a stored day against every rule, in the transaction that stores it: alerts with their rows, cleared conditions, and
 * for a critical one the incident and the halt.
 */
export function evaluateStep(tx: Tx, day: StoredDay): { halt: string } | null {
  const { step, book, now } = day;
  const place: Place = { bookId: book.id, episodeId: step.episodeId, dayIndex: step.dayIndex, date: step.date, now };
  const known = latestAlerts(tx, place);
  const findings = findFindings(day, readHistory(tx, step.episodeId), thresholdsOf(book)).sort((a, b) => ruleOrder(a.rule) - ruleOrder(b.rule));
  const critical: Finding[] = [];
  for (const finding of findings) {
    const { raised } = raiseAlert(tx, place, finding, evidenceOf(day, finding), known.get(keyOf(finding)));
    if (raised && ruleOf(finding.rule).severity === 'critical') critical.push(finding);
    known.delete(keyOf(finding));
  }
  const levels = levelsOf(day);
  for (const alert of known.values()) {
    const level = levels[alert.rule];
    if (alert.firing && !(level !== undefined && stillHolds(alert.rule, level, alert.threshold ?? 0))) clearAlert(tx, alert, now);
  }
  const gravest = critical.at(-1);
  if (!gravest) return null;
  openIncident(tx, place, gravest.message);
  return { halt: gravest.message };
}

/** A day that could not be decided: a critical alert and its incident; the stepper halts the book. */
export function reportFailure(tx: Tx, { book, episode, date, dayIndex, error, now }: FailedDay): void {
  const place: Place = { bookId: book.id, episodeId: episode.id, dayIndex, date, now };
  const finding: Finding = { rule: 'strategy_error', value: 1, threshold: 1, message: `The strategy could not decide on ${date}: ${error.message.slice(0, 500)}${placeOf(error)}` };
  const known = latestAlerts(tx, place).get('strategy_error');
  // Each failure is an event of its own: it is raised even when the last one was never cleared.
  raiseAlert(tx, place, finding, [{ ref: dayRef({ bookId: book.id, episodeId: episode.id, date }), label: 'strategy_error', value: 1 }], known && { ...known, firing: false });
  openIncident(tx, place, finding.message);
}

/** Where in the package it was thrown: the first frames, as file:line:column. */
function placeOf(error: FailedDay['error']): string {
  const stack: unknown = error.details?.stack;
  const frames = Array.isArray(stack) ? stack.slice(0, 3).map(String) : [];
  return frames.length > 0 ? ` (at ${frames.join(', ')})` : '';
}

/** What books calls after each day. */
export const monitorHooks: StepHooks = { afterStep: evaluateStep, onFailure: reportFailure };
