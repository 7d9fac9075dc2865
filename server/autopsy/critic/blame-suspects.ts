import { changeRefs, describeChange, describePart } from '../blame/describe-change';
import type { Blame } from '../blame/read-blame';
import type { IncidentRows } from '../incident-rows';
import type { Suspect } from './suspect';

const NAMED = 4;

/**
 * What the code's history says about a suspect, as an observation: which part a traceback points at and who last changed it, and
 * what the version changed whose deployment preceded the failure. That it came before is no proof that it is the cause.
 */
export function withBlame(suspect: Suspect, blame: Blame | null, { days, incident }: IncidentRows): Suspect {
  if (blame === null) return suspect;
  if (suspect.mode === 'code_crash') {
    const part = blame.parts.find((p) => p.inTraceback);
    const since = part?.last.deployment ? daysSince(days, part.last.deployment.fromDate, incident.date) : null;
    if (!part) return suspect;
    return { ...suspect, claim: `${sentence(suspect.claim)} The traceback points at ${describePart(part, true)}, last changed by ${describeChange(part.last)}${since === null ? '' : `, ${since} before the failure`}.`, evidence: [...suspect.evidence, ...changeRefs(part.last)] };
  }
  const current = blame.versions.at(-1);
  if (suspect.mode !== 'recent_deployment' || !current || blame.versions.length < 2) return suspect;
  const changed = blame.parts.filter((p) => p.last === current);
  if (changed.length === 0) return suspect;
  const more = changed.length > NAMED ? ` and ${changed.length - NAMED} more` : '';
  return { ...suspect, claim: `${sentence(suspect.claim)} What ${describeChange(current)} was the last to change: ${changed.slice(0, NAMED).map((p) => describePart(p)).join(', ')}${more}.`, evidence: [...suspect.evidence, ...changeRefs(current)] };
}

/** Trading days of the window from a deployment to the incident, in words; null when it lies before the window. */
function daysSince(days: IncidentRows['days'], from: string, to: string): string | null {
  if (days.length === 0 || from < days[0]!.date) return null;
  const n = days.filter((d) => d.date > from && d.date < to).length + 1;
  return n === 1 ? '1 trading day' : `${n} trading days`;
}

const sentence = (text: string): string => (/[.!?…]$/.test(text) ? text : `${text}.`);
