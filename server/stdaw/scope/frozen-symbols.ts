import type { TextFile } from '../diff/types';
import type { Declaration } from './declarations';
import { type ModuleReader, typescriptReader } from './module-reader';

export interface FrozenViolation {
  /** The protection as written, e.g. 'src/risk.ts#capWeights'. */
  readonly rule: string;
  readonly problem: 'changed' | 'removed' | 'unknown' | 'replaced';
  readonly path: string | null;
  readonly line: number | null;
}

/**
 * Checks that protected declarations (verified mathematics) are the same tokens before and after.
 * A rule is 'src/file.ts#name' (name may be 'Class.member'), 'src/file.ts' (all of the file) or a bare 'name' (every file that declares it).
 * A rule that protects nothing is a violation too: a misspelt protection must not pass silently.
 */
export function checkFrozen(rules: readonly string[], before: readonly TextFile[], after: readonly TextFile[], reader: ModuleReader = typescriptReader): FrozenViolation[] {
  if (rules.length === 0) return [];
  const index = (files: readonly TextFile[]) =>
    new Map(files.filter((f) => f.path.startsWith('src/') && f.path.endsWith(reader.extension)).map((f) => [f.path, new Map(reader.declarations(f.path, f.text).map((d) => [d.name, d]))]));
  const old = index(before);
  const now = index(after);
  return rules.flatMap((rule) => {
    const guarded = [...old].flatMap(([path, declarations]) => [...declarations.values()].filter((d) => covers(rule, path, d.name)).map((d) => ({ path, d })));
    if (guarded.length === 0) return [{ rule, problem: 'unknown' as const, path: null, line: null }];
    return guarded.flatMap(({ path, d }): FrozenViolation[] => {
      const current = now.get(path)?.get(d.name);
      if (!current) return [{ rule, problem: 'removed', path, line: d.line }];
      if (current.tokens !== d.tokens) return [{ rule, problem: 'changed', path, line: current.line }];
      const stand = standsIn(d.name, old.get(path)!, now.get(path)!);
      return stand ? [{ rule, problem: 'replaced', path, line: stand.line }] : [];
    });
  });
}

/**
 * A later declaration, or an import, that takes the name and was not there before: in Python the last one counts. A member is replaced
 * with its class.
 */
function standsIn(name: string, old: ReadonlyMap<string, Declaration>, now: ReadonlyMap<string, Declaration>): Declaration | undefined {
  const names = name.split('.').map((_, i, parts) => parts.slice(0, i + 1).join('.'));
  const isTwin = (d: Declaration) => d.kind === 'import' ? d.binds?.some((b) => names.includes(b)) : names.some((n) => d.name.startsWith(`${n}#`));
  return [...now.values()].find((d) => isTwin(d) && old.get(d.name)?.tokens !== d.tokens);
}

function covers(rule: string, path: string, name: string): boolean {
  const [file, symbol] = rule.includes('#') ? rule.split('#') : rule.includes('/') ? [rule, undefined] : [undefined, rule];
  return (file === undefined || file === path) && (symbol === undefined || symbol === name);
}
