import { expect, it } from 'vitest';
import { documentFromForm, formFromDocument, issueAt, issuesOf } from './form-model';
import { jsonDifferences } from './json-differences';
import { locateJsonPath } from './json-location';

const document = {
  event: 'FINANCIAL_DEGRADATION_DETECTED',
  metrics: { daily_pnl: -0.02, slippage_leakage: 0.012 },
  diagnostics: { module: 'execution', root_cause: 'overtrading', execution_log: 'log' },
  mandate: 'Enforce volume limits and reduce turnover frequency',
  constraints: { allowed_paths: ['src/**'], max_ast_edits: 40, frozen_symbols: ['rank'] },
  acceptance: { max_annual_turnover: 20, min_reward_delta: 0 },
  evidence: [{ kind: 'fill', id: 'f1' }],
};

it('a valid document survives the form unchanged', () => {
  expect(documentFromForm(formFromDocument(document))).toEqual(document);
  expect(issuesOf(document)).toEqual([]);
});

it('a half-typed number stays as typed and is named at its path', () => {
  const form = formFromDocument(document);
  form.metrics[0] = { name: 'daily_pnl', value: '-0.' };
  form.acceptance.max_annual_turnover = '2x';
  const draft = documentFromForm(form);
  expect(draft.metrics).toEqual({ daily_pnl: -0, slippage_leakage: 0.012 });
  expect(draft.acceptance).toEqual({ max_annual_turnover: '2x', min_reward_delta: 0 });
  expect(issueAt(issuesOf(draft), 'acceptance', 'max_annual_turnover')).toBe('must be a number');
  expect(issueAt(issuesOf({ ...draft, acceptance: { max_annual_turnover: 0 } }), 'acceptance', 'max_annual_turnover')).toBe('must be more than 0');
  expect(issueAt(issuesOf({ ...draft, acceptance: { min_coverage: 0.5 } }), 'acceptance', 'min_coverage')).toBe('must be at least 0.95');
  expect(issueAt(issuesOf(draft), 'mandate')).toBeUndefined();
});

it('reads documents of any shape without throwing', () => {
  for (const odd of [null, 3, 'x', [], {}, { metrics: [], diagnostics: 'no', constraints: { allowed_paths: 'src' }, evidence: {} }]) {
    expect(issuesOf(documentFromForm(formFromDocument(odd))).length).toBeGreaterThan(0);
  }
});

it('locates a path in JSON text, and the nearest parent of a missing one', () => {
  const text = JSON.stringify(document, null, 2);
  const at = (...path: string[]) => {
    const range = locateJsonPath(text, path);
    return range && text.slice(range.from, range.to);
  };
  expect(at('metrics', 'slippage_leakage')).toBe('0.012');
  expect(at('constraints', 'frozen_symbols', '0')).toBe('"rank"');
  expect(at('evidence', '0', 'id')).toBe('"f1"');
  expect(at('diagnostics', 'nowhere')).toBe('{');
  expect(at()).toBe(text);
  expect(locateJsonPath('{"a": ', ['a'])).toBeNull();
  expect(locateJsonPath('{"a\\"b": {"c": []}}', ['a"b', 'c'])).toEqual({ from: 15, to: 17 });
});

it('names the leaves in which two texts differ, and only those', () => {
  const theirs = { ...document, mandate: 'other words than these', constraints: { ...document.constraints, frozen_symbols: [] } };
  expect(jsonDifferences(document, theirs)).toEqual([
    { path: 'mandate', mine: JSON.stringify(document.mandate), theirs: '"other words than these"' },
    { path: 'constraints.frozen_symbols.0', mine: '"rank"', theirs: null },
    { path: 'constraints.frozen_symbols', mine: null, theirs: '[]' },
  ]);
  expect(jsonDifferences(document, structuredClone(document))).toEqual([]);
});
