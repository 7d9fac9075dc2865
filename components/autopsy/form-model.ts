import { autopsySchema } from '@/server/contracts/autopsy';
import type { EvidenceRef } from '@/server/contracts/autopsy';

/**
 * The autopsy as the form holds it: every number as the text the person typed, so that a half-typed figure is never
 * changed behind their back. The document (what is stored, shown as JSON and signed) is derived from it.
 */
export interface AutopsyForm {
  metrics: { name: string; value: string }[];
  module: string;
  rootCause: string;
  executionLog: string;
  mandate: string;
  allowedPaths: string;
  maxAstEdits: string;
  frozenSymbols: string;
  acceptance: Record<AcceptanceKey, string>;
  evidence: EvidenceRef[];
}

export const ACCEPTANCE_KEYS = ['max_annual_turnover', 'min_reward_delta', 'max_principal_loss', 'min_coverage'] as const;
export type AcceptanceKey = (typeof ACCEPTANCE_KEYS)[number];

/** Form of any stored document, also one that does not validate yet. */
export function formFromDocument(document: unknown): AutopsyForm {
  const doc = record(document);
  const diagnostics = record(doc.diagnostics);
  const constraints = record(doc.constraints);
  const acceptance = record(doc.acceptance);
  return {
    metrics: Object.entries(record(doc.metrics)).map(([name, value]) => ({ name, value: asText(value) })),
    module: asText(diagnostics.module),
    rootCause: asText(diagnostics.root_cause),
    executionLog: asText(diagnostics.execution_log),
    mandate: asText(doc.mandate),
    allowedPaths: lines(constraints.allowed_paths ?? ['src/**']),
    maxAstEdits: asText(constraints.max_ast_edits ?? 40),
    frozenSymbols: lines(constraints.frozen_symbols ?? []),
    acceptance: Object.fromEntries(ACCEPTANCE_KEYS.map((k) => [k, asText(acceptance[k])])) as Record<AcceptanceKey, string>,
    evidence: Array.isArray(doc.evidence) ? (doc.evidence as EvidenceRef[]) : [],
  };
}

/** Document of a form. Text that is no number stays text, so that validation names the field instead of losing it. */
export function documentFromForm(form: AutopsyForm): Record<string, unknown> {
  return {
    event: 'FINANCIAL_DEGRADATION_DETECTED',
    metrics: Object.fromEntries(form.metrics.filter((m) => m.name.trim() !== '').map((m) => [m.name.trim(), asNumber(m.value)])),
    diagnostics: { module: form.module, root_cause: form.rootCause, execution_log: form.executionLog },
    mandate: form.mandate,
    constraints: { allowed_paths: list(form.allowedPaths), max_ast_edits: asNumber(form.maxAstEdits), frozen_symbols: list(form.frozenSymbols) },
    acceptance: Object.fromEntries(ACCEPTANCE_KEYS.filter((k) => form.acceptance[k].trim() !== '').map((k) => [k, asNumber(form.acceptance[k])])),
    evidence: form.evidence,
  };
}

export interface DocumentIssue {
  readonly path: readonly string[];
  readonly message: string;
}

/** What keeps the document from being signed; empty when it may be. */
export function issuesOf(document: unknown): DocumentIssue[] {
  const result = autopsySchema.safeParse(document);
  return result.success ? [] : result.error.issues.map((i) => ({ path: i.path.map(String), message: i.message }));
}

/** First issue at or under a path, for the message beside a field. */
export function issueAt(issues: readonly DocumentIssue[], ...path: string[]): string | undefined {
  return issues.find((i) => path.every((key, n) => i.path[n] === key))?.message;
}

const record = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {});
const asText = (value: unknown): string => (typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value));
const lines = (value: unknown): string => (Array.isArray(value) ? value.map(asText).join('\n') : asText(value));
const list = (text: string): string[] => text.split('\n').map((l) => l.trim()).filter((l) => l !== '');
const asNumber = (text: string): number | string => {
  const trimmed = text.trim();
  const value = Number(trimmed);
  return trimmed !== '' && Number.isFinite(value) ? value : text;
};
