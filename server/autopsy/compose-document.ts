import type { Autopsy, AutopsyInput, EvidenceRef } from '@/server/contracts/autopsy';
import type { Suspect } from './critic/suspect';
import { largest, realisedFen, realisedRatio } from './friction-of';
import { alertRef, type IncidentRows } from './incident-rows';
import { type MeasuredMetric, spanOf } from './measure-incident';

const MAX_EVIDENCE = 60;
/** Suspects that the first text names. */
const NAMED = 3;
/** A second cause below this share of the first one's strength is named, but nothing is demanded for it. */
const ACTED_ON = 0.6;

/** The suspects whose claims stand in the first text. */
export const namedSuspects = (suspects: readonly Suspect[]): readonly Suspect[] => suspects.slice(0, NAMED);

/** The critic's first text of an autopsy: numbers, the likeliest causes, what to change, what would count as better. */
export function composeDocument(rows: IncidentRows, metrics: readonly MeasuredMetric[], suspects: readonly Suspect[]): AutopsyInput {
  // What the code can mend comes before what the market did.
  const mendable = suspects.filter((s) => s.mandate !== null && s.strength >= ACTED_ON * (suspects[0]?.strength ?? 0));
  // Code that stops with an error is mended first; what else it should do is asked when it answers again.
  const crash = mendable.filter((s) => s.mode === 'code_crash');
  const causes = crash.length > 0 ? crash : [...mendable.filter((s) => s.area !== 'market'), ...mendable.filter((s) => s.area === 'market')].slice(0, 2);
  const acceptance: Partial<Autopsy['acceptance']> = Object.assign({}, ...[...causes].reverse().map((s) => s.acceptance));
  const refs = [...rows.alerts.map(alertRef), ...causes.flatMap((s) => s.evidence), ...metrics.flatMap((m) => m.refs)];
  return {
    event: 'FINANCIAL_DEGRADATION_DETECTED',
    metrics: Object.fromEntries(metrics.map((m) => [m.name, m.value])),
    diagnostics: {
      module: `${rows.packageName} ${rows.versionLabel}`.trim(),
      root_cause: suspects.length > 0 ? namedSuspects(suspects).map((s) => `${s.title}: ${s.claim}`).join(' ') : `${rows.incident.summary} The rule-based critic found no cause that the rows prove.`,
      execution_log: executionLog(rows),
    },
    mandate: causes.length > 0 ? causes.map((s) => s.mandate).join(' ') : 'State here what the agent must change, in one or two sentences.',
    constraints: { allowed_paths: ['src/**'], max_ast_edits: 40, frozen_symbols: [] },
    acceptance,
    evidence: unique(refs).slice(0, MAX_EVIDENCE),
  };
}

function unique(refs: readonly EvidenceRef[]): EvidenceRef[] {
  const seen = new Set<string>();
  return refs.filter((ref) => !seen.has(`${ref.kind}:${ref.id}`) && seen.add(`${ref.kind}:${ref.id}`));
}

const yuan = (fen: number): string => (fen / 100).toFixed(2);

/** A compact, readable log: alerts, the last days, the dearest fills, the orders that did not fill. */
function executionLog({ days, alerts, fills, orders }: IncidentRows): string {
  const lines = [
    `# ${spanOf(days)}`,
    ...alerts.map((a) => `alert ${a.date} ${a.rule} ${a.severity}: ${a.message}`),
    ...days.slice(-8).map((d) => `day ${d.date} return ${(d.dayReturn * 100).toFixed(3)} % gross ${(d.grossReturn * 100).toFixed(3)} % friction ${(realisedRatio(d) * 1e4).toFixed(1)} bp turnover ${(d.turnover * 100).toFixed(1)} % L_t ${(d.principalLoss * 100).toFixed(2)} %`),
    ...largest(fills, realisedFen, 6).map((f) => `fill ${f.date} ${f.side} ${f.shares} ${f.symbol} at ${yuan(f.priceFen)} (reference ${yuan(f.referenceFen)}) cost ${yuan(realisedFen(f))} participation ${(f.participation * 100).toFixed(2)} %`),
    ...orders.filter((o) => o.status !== 'filled').slice(-6).map((o) => `order ${o.date} ${o.side} ${o.filledShares}/${o.shares} ${o.symbol} ${o.status} ${o.reason ?? ''}`.trim()),
  ];
  return lines.join('\n').slice(0, 20_000);
}
