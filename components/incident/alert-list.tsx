'use client';
import { useRouter } from 'next/navigation';
import type { ActionResult } from '@/components/action-result';
import { formatInteger, formatNumber, formatPercent } from '@/components/format';
import { Definition } from '@/components/ui/definition';
import { Button } from '@/components/ui/button';
import { ConfirmReason } from '@/components/ui/confirm-reason';
import { Ago, DateText } from '@/components/ui/date-text';
import { shownUnit } from '@/components/shown-unit';
import { withMath } from '@/components/ui/math-text';
import { HandlingChip, SeverityMark } from '@/components/ui/state-chip';
import { useToast } from '@/components/ui/toast';
import { EvidenceLinks } from './evidence-links';
import type { AlertRow, LinkedAlert, RuleWords } from './types';

export interface AlertActions {
  acknowledge: (input: { alertId: string; revision: number }) => Promise<ActionResult>;
  dismiss: (input: { alertId: string; revision: number; reason: string }) => Promise<ActionResult>;
  resolve: (input: { alertId: string; revision: number; reason: string }) => Promise<ActionResult>;
}

/** The alerts of one incident: what fired, by how much, the rows that prove it, and how it is being handled. */
export function AlertList({ alerts, rules, whyNot, actions }: { alerts: readonly LinkedAlert[]; rules: Readonly<Record<string, RuleWords & { meaning: string }>>; whyNot: string | null; actions: AlertActions }) {
  const router = useRouter();
  const toast = useToast();
  const refreshed = async (result: Promise<ActionResult>) => {
    const settled = await result;
    if (settled.ok) router.refresh();
    return settled;
  };
  const acknowledge = async (alert: AlertRow) => {
    const result = await refreshed(actions.acknowledge({ alertId: alert.id, revision: alert.revision }));
    toast(result.ok ? { text: 'Acknowledged.' } : { text: result.error.message, tone: 'error' });
  };
  return (
    <ul className="divide-y divide-line border-y border-line">
      {alerts.map((alert) => {
        const rule = rules[alert.rule];
        return (
          <li key={alert.id} id={`alert-${alert.id}`} className="grid gap-x-6 gap-y-2 py-3 target:bg-accent-soft sm:grid-cols-[6rem_minmax(0,1fr)_auto]">
            <div>
              <SeverityMark severity={alert.severity} withLabel />
            </div>
            <div className="min-w-0 space-y-1.5">
              <p>{withMath(alert.message)}</p>
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
                {rule ? <Definition text={rule.meaning}>{rule.label}</Definition> : alert.rule}
                {alert.value === null ? null : (
                  <span className="num">
                    {measure(alert.value, rule)} against {measure(alert.threshold, rule)}
                  </span>
                )}
                <DateText date={alert.date} />
                <Ago at={alert.openedAt} />
                {alert.repeats > 0 ? <span className="num">fired {alert.repeats + 1} times</span> : null}
                {alert.firing ? <span className="text-signal">still firing</span> : <span>no longer firing</span>}
              </div>
              <EvidenceLinks links={alert.links} />
              {alert.note ? <p className="text-xs text-ink-2">Note: {alert.note}</p> : null}
            </div>
            <div className="flex flex-wrap items-start gap-2 sm:justify-end">
              <HandlingChip state={alert.handling} />
              {alert.handling === 'open' ? (
                <Button size="sm" disabledReason={whyNot} onClick={() => acknowledge(alert)}>
                  Acknowledge
                </Button>
              ) : null}
              {alert.handling === 'resolved' || alert.handling === 'dismissed' ? null : (
                <ConfirmReason size="sm" verb="Resolve" title="Resolve this alert" effect="Closes the alert with your reason. It opens again by itself if the rule fires again." reason="required" disabledReason={whyNot} onConfirm={(reason) => refreshed(actions.resolve({ alertId: alert.id, revision: alert.revision, reason }))} />
              )}
              {alert.handling === 'open' || alert.handling === 'acknowledged' ? (
                <ConfirmReason size="sm" variant="quiet" verb="Dismiss" title="Dismiss this alert" effect="Says that this alert was no problem. The reason stays in the audit log." reason="required" disabledReason={whyNot} onConfirm={(reason) => refreshed(actions.dismiss({ alertId: alert.id, revision: alert.revision, reason }))} />
              ) : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/** A share reads as percent, what is counted without decimals; every other value with the unit of its rule. */
function measure(value: number | null, rule: RuleWords | undefined): string {
  const shown = rule && shownUnit(rule.unit).unit;
  if (shown?.startsWith('%')) return `${formatPercent(value)}${shown.slice(1)}`;
  const counted = rule?.unit === 'sessions' || rule?.unit === 'failures';
  return `${counted ? formatInteger(value) : formatNumber(value)}${rule ? ` ${rule.unit}` : ''}`;
}
