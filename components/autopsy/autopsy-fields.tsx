'use client';
import { Field, NumberInput, TextArea, TextInput } from '@/components/ui/field';
import { type AcceptanceKey, type AutopsyForm, type DocumentIssue, issueAt } from './form-model';
import { MetricRows } from './metric-rows';

const ACCEPTANCE: { key: AcceptanceKey; label: string; unit: string; hint: string }[] = [
  { key: 'max_annual_turnover', label: 'Turnover at most', unit: '× a year', hint: 'One-way. 20 = twenty times the equity in a year.' },
  { key: 'min_reward_delta', label: 'Σ R_t better by at least', unit: '', hint: '0 = no worse than before on the same days.' },
  { key: 'max_principal_loss', label: 'L_t at most', unit: '0 to 1', hint: '0.1 = ten percent of the initial capital.' },
  { key: 'min_coverage', label: 'Coverage at least', unit: '0.95 to 1', hint: 'The floor of 0.95 always holds.' },
];

export interface AutopsyFieldsProps {
  form: AutopsyForm;
  issues: readonly DocumentIssue[];
  readOnly: boolean;
  metricSources: Readonly<Record<string, readonly { label: string; href: string }[]>>;
  metricMeanings: Readonly<Record<string, string>>;
  onChange: (part: Partial<AutopsyForm>) => void;
}

/** The autopsy as a form: what happened, why, what must change, and how we will know. */
export function AutopsyFields({ form, issues, readOnly, metricSources, metricMeanings, onChange }: AutopsyFieldsProps) {
  const text = (name: 'module' | 'rootCause' | 'executionLog' | 'mandate' | 'allowedPaths' | 'maxAstEdits' | 'frozenSymbols') => ({
    value: form[name],
    readOnly,
    onChange: (e: { currentTarget: { value: string } }) => onChange({ [name]: e.currentTarget.value }),
  });
  return (
    <div className="grid gap-6">
      <MetricRows metrics={form.metrics} sources={metricSources} meanings={metricMeanings} issues={issues} readOnly={readOnly} onChange={(metrics) => onChange({ metrics })} />
      <Field label="Module" hint="The part of the strategy that failed." error={issueAt(issues, 'diagnostics', 'module')}>
        <TextInput {...text('module')} />
      </Field>
      <Field label="Root cause" error={issueAt(issues, 'diagnostics', 'root_cause')}>
        <TextArea rows={4} {...text('rootCause')} />
      </Field>
      <Field label="Mandate" hint="One instruction the agent must carry out. Its words decide which edits are tried first." error={issueAt(issues, 'mandate')}>
        <TextArea rows={4} {...text('mandate')} />
      </Field>
      <fieldset>
        <legend className="mb-2 text-xs font-medium">Acceptance: a proposal that misses one of these fails</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          {ACCEPTANCE.map(({ key, label, unit, hint }) => (
            <Field key={key} label={label} hint={hint} error={issueAt(issues, 'acceptance', key)}>
              <NumberInput unit={unit} value={form.acceptance[key]} readOnly={readOnly} onChange={(e) => onChange({ acceptance: { ...form.acceptance, [key]: e.currentTarget.value } })} />
            </Field>
          ))}
        </div>
      </fieldset>
      <fieldset>
        <legend className="mb-2 text-xs font-medium">Constraints on the change</legend>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Allowed paths" hint="One pattern a line." error={issueAt(issues, 'constraints', 'allowed_paths')}>
            <TextArea rows={3} className="font-mono text-xs" spellCheck={false} {...text('allowedPaths')} />
          </Field>
          <Field label="Frozen symbols" hint="One declaration a line; these stay as they are." error={issueAt(issues, 'constraints', 'frozen_symbols')}>
            <TextArea rows={3} className="font-mono text-xs" spellCheck={false} {...text('frozenSymbols')} />
          </Field>
          <Field label="AST edits at most" error={issueAt(issues, 'constraints', 'max_ast_edits')}>
            <NumberInput {...text('maxAstEdits')} />
          </Field>
        </div>
      </fieldset>
      <Field label="Execution log" hint="What the fills and orders say; the agent reads it." error={issueAt(issues, 'diagnostics', 'execution_log')}>
        <TextArea rows={8} className="font-mono text-xs" spellCheck={false} {...text('executionLog')} />
      </Field>
    </div>
  );
}
