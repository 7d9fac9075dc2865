import { tryApplyDiff } from '../diff/apply-diff';
import { parseUnifiedDiff } from '../diff/parse-unified-diff';
import type { DiffRejection } from '../diff/types';
import { checkScope, checkWritable } from '../scope/check-scope';
import { pythonReader } from '../sanitizer/python/python-reader';
import { filesOf, withFiles } from './package-files';
import { readingOf } from './python-reading';
import { sanitizerGate } from './static-gates';
import { fail, type Gate, type GateOutcome, pass } from './types';

/** Is the diff clean, and does it stand in the package? Its locked paths are the next gate's to refuse, whatever their content. */
export const appliesGate: Gate = {
  name: 'applies',
  run(state) {
    const { diff, basePackage, phase, constraints } = state.input;
    if (diff === null) return pass('No patch: the package is verified as it is.');
    const parsed = parseUnifiedDiff(diff);
    if (!parsed.ok) return refused(parsed.rejection);
    state.parsedDiff = parsed.files;
    const paths = parsed.files.map((f) => f.path);
    if (checkWritable(phase, basePackage.manifest.language, paths, constraints.allowed_paths)) return pass(`The diff of ${count(paths.length, 'file')} is well formed.`);
    const applied = tryApplyDiff(filesOf(basePackage), diff);
    if (!applied.ok) return refused(applied.rejection);
    state.after = withFiles(basePackage, applied.files);
    state.changedSources = paths.filter((p) => p.startsWith('src/') && applied.files.some((f) => f.path === p));
    const hunks = parsed.files.reduce((n, f) => n + f.hunks.length, 0);
    return pass(`${count(hunks, 'hunk')} in ${count(paths.length, 'file')} apply exactly.`);
  },
};

/** May this phase and this autopsy change these files, that much, and are the protected declarations untouched? */
export const scopeGate: Gate = {
  name: 'scope',
  async run(state) {
    const { basePackage, phase, constraints } = state.input;
    const language = basePackage.manifest.language;
    const locked = checkWritable(phase, language, state.parsedDiff.map((f) => f.path), constraints.allowed_paths);
    if (locked) return fail(locked.code, locked.detail, { diff: { path: locked.path, hunk: null, expected: null, actual: null, line: null } });
    const reader = language === 'python' ? { reader: pythonReader(await readingOf(state), filesOf(state.after)) } : {};
    const report = checkScope({
      ...reader, phase, language, before: filesOf(basePackage), after: filesOf(state.after),
      limits: { allowedPaths: constraints.allowed_paths, maxAstEdits: constraints.max_ast_edits, frozen: [...basePackage.manifest.frozen, ...constraints.frozen_symbols] },
    });
    const evidence = { astEdits: report.astEdits, maxAstEdits: constraints.max_ast_edits, declarations: report.declarations };
    const { diff } = state.input;
    const isSame = report.ok && diff !== null && report.astEdits === 0 && report.declarations.length === 0;
    // Comments can be an attempt, too: the next gate has the better word for those.
    if (isSame && (phase === 'test_genesis' || (await sanitizerGate.run(state)).status !== 'fail')) return fail('DIFF_NO_CHANGE', 'The patch changes comments or layout only; the program is the same as before.', {}, evidence);
    if (report.ok) return pass(report.detail, evidence);
    const frames = report.path && report.line ? [{ path: report.path, line: report.line, column: null, fn: null }] : [];
    return fail(report.code, report.detail, { frames, limits: report.code === 'AST_BUDGET_EXCEEDED' ? [report.detail] : [] }, evidence);
  },
};

function refused(rejection: DiffRejection): GateOutcome {
  const { path, hunk, firstDivergence, nearby } = rejection;
  const message = nearby.length > 0 ? `${rejection.reason}\nThe file reads:\n${nearby.join('\n')}` : rejection.reason;
  return fail(rejection.code, rejection.reason, { message, diff: { path, hunk, expected: firstDivergence?.expected ?? null, actual: firstDivergence?.actual ?? null, line: firstDivergence?.line ?? null } });
}

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
