import type ts from 'typescript';
import type { TextFile } from '../diff/types';
import { parseModule, syntaxError } from '../scope/declarations';
import { type ChangedParameters, collectChanged } from './changed-parameters';
import { checkKeys } from './key-rules';
import { checkLiterals, tellingNumbers } from './literal-rules';
import { checkModule } from './module-rules';
import { type Finding, ModuleUnderCheck } from './module-under-check';
import { checkNames } from './name-rules';
import { resolveNames } from './resolve-names';
import { checkResults } from './result-rules';
import { checkState } from './state-rules';
import { checkSyntax } from './syntax-rules';
import { checkDensity, checkText } from './text-rules';

export interface SanitizerInput {
  /** All modules of the package ('src/**.ts'). */
  readonly sources: readonly TextFile[];
  /** Visible and hidden tests: numbers copied from them are refused. */
  readonly tests: readonly TextFile[];
  /** Source before the proposal; null when there is no proposal. */
  readonly base: readonly TextFile[] | null;
  /** Trees and types of the same sources when they were type-checked; makes the rule on computed keys exact. */
  readonly program?: ts.Program;
}

const COSTLY: ReadonlySet<string> = new Set(['type-program', 'ambient', 'overload']);

/** Types that compute can keep a type checker busy for minutes, so they are looked for in the syntax alone, before it sees them. */
export function findCostlyTypes(sources: readonly TextFile[]): Finding[] {
  return sources.flatMap(({ path, text }) => {
    const m = new ModuleUnderCheck(parseModule(path, text), null);
    checkModule(m);
    checkSyntax(m);
    return m.findings.filter((f) => COSTLY.has(f.rule));
  });
}

/**
 * The allow-list for strategy code, on syntax trees. It protects the integrity of coverage and determinism; the verdict itself does
 * not depend on it, because tests and verdict live in another process. Findings are in file and line order.
 */
export function sanitizeTypeScript(input: SanitizerInput): Finding[] {
  const inTests = new Set(input.tests.flatMap((f) => [...tellingNumbers(f.text)]));
  const base = input.base && { numbers: new Set(input.base.flatMap((f) => [...tellingNumbers(f.text)])), text: input.base.map((f) => f.text).join('\n') };
  const modules = input.sources.map(({ path, text }) => {
    const typed = input.program?.getSourceFile(path);
    const file = typed?.text === text ? typed : parseModule(path, text);
    return { m: new ModuleUnderCheck(file, typed === file ? input.program!.getTypeChecker() : null), names: resolveNames(file) };
  });
  const changed: ChangedParameters = new Map();
  while (modules.map(({ m, names }) => collectChanged(m, names, changed)).includes(true));
  return modules.flatMap(({ m, names }) => {
    const broken = syntaxError(m.file);
    if (broken) m.report(m.file.getPositionOfLineAndCharacter(broken.line - 1, 0), 'syntax', broken.message);
    checkText(m);
    checkDensity(m);
    checkModule(m);
    checkSyntax(m);
    checkNames(m, names);
    checkKeys(m);
    checkState(m, names, changed);
    checkResults(m);
    checkLiterals(m, inTests, base);
    return m.findings.sort((a, b) => a.line - b.line || a.column - b.column);
  });
}
