import type { Phase, ReasonCode } from '@/server/contracts/verdict';
import type { TextFile } from '../diff/types';
import { ACCESS_POLICY, classifyPath, type Language } from './access-policy';
import { compareDeclarations } from './declarations';
import { checkFrozen } from './frozen-symbols';
import { type ModuleReader, typescriptReader } from './module-reader';
import { matchesAny } from './path-globs';

export interface ScopeLimits {
  /** Globs a proposal may write, inside what the phase allows. In Test Genesis an autopsy that names only source leaves tests/** open. */
  readonly allowedPaths: readonly string[];
  readonly maxAstEdits: number;
  /** Protected declarations of the package and of the autopsy together. */
  readonly frozen: readonly string[];
}

export interface ScopeReport {
  readonly ok: boolean;
  readonly code: ReasonCode;
  readonly detail: string;
  readonly path: string | null;
  readonly line: number | null;
  readonly astEdits: number;
  /** 'src/a.ts#name' of each declaration that was added, removed or changed. */
  readonly declarations: readonly { readonly path: string; readonly name: string; readonly change: 'added' | 'removed' | 'changed'; readonly line: number }[];
}

/** The autopsy's globs are written for Logic Genesis (`src/**`); unless one reaches the tests, they say nothing about Test Genesis. */
const narrowedTo = (phase: Phase, globs: readonly string[]) => (phase === 'test_genesis' && globs.every((glob) => glob.startsWith('src/')) ? ['tests/**'] : globs);

/** The first path that this phase or the autopsy locks, or null. */
export function checkWritable(phase: Phase, language: Language, paths: readonly string[], allowedPaths: readonly string[]): { code: ReasonCode; detail: string; path: string } | null {
  const globs = narrowedTo(phase, allowedPaths);
  for (const path of paths) {
    const rule = ACCESS_POLICY[phase][classifyPath(path, language)];
    if (!rule.write) return { code: rule.code, detail: `${path} must not change: ${rule.why}.`, path };
    if (!matchesAny(path, globs)) return { code: 'PATH_NOT_ALLOWED', detail: `${path} must not change: the autopsy allows only ${globs.join(', ')}.`, path };
  }
  return null;
}

export interface ScopeInput {
  readonly phase: Phase;
  readonly language: Language;
  readonly before: readonly TextFile[];
  readonly after: readonly TextFile[];
  readonly limits: ScopeLimits;
  /** Reads the modules of the language; default TypeScript. */
  readonly reader?: ModuleReader;
}

/** Is the change inside what this phase, the autopsy and the package owner allow? */
export function checkScope(input: ScopeInput): ScopeReport {
  const { phase, language, limits, reader = typescriptReader } = input;
  const old = new Map(input.before.map((f) => [f.path, f.text]));
  const now = new Map(input.after.map((f) => [f.path, f.text]));
  const changed = [...new Set([...old.keys(), ...now.keys()])].sort().filter((p) => old.get(p) !== now.get(p));
  const empty = { astEdits: 0, declarations: [] };
  const refuse = (code: ReasonCode, detail: string, path: string | null, line: number | null = null, more: Pick<ScopeReport, 'astEdits' | 'declarations'> = empty): ScopeReport => ({ ok: false, code, detail, path, line, ...more });

  const locked = checkWritable(phase, language, changed, limits.allowedPaths);
  if (locked) return refuse(locked.code, locked.detail, locked.path);
  for (const path of [...now.keys()].filter((p) => p.endsWith(reader.extension) && (p.startsWith('src/') || changed.includes(p)))) {
    const error = reader.syntaxError(path, now.get(path)!);
    if (error) return refuse('SYNTAX_ERROR', `${path}:${error.line} does not parse: ${error.message}`, path, error.line);
  }
  const frozen = checkFrozen(limits.frozen, input.before, input.after, reader)[0];
  if (frozen?.problem === 'unknown') return refuse('PACKAGE_INVALID', `The protected declaration "${frozen.rule}" does not exist in the package; correct the autopsy or strategy.json.`, null);
  if (frozen) return refuse('FROZEN_SYMBOL_CHANGED', `"${frozen.rule}" is protected and was ${frozen.problem}.`, frozen.path, frozen.line);

  const size = measure(changed, old, now, reader);
  if (size.astEdits > limits.maxAstEdits) return refuse('AST_BUDGET_EXCEEDED', `The change has ${size.astEdits} AST ${size.astEdits === 1 ? 'edit' : 'edits'}; the autopsy allows ${limits.maxAstEdits}.`, null, null, size);
  const what = changed.length === 0 ? 'No file changes' : `${changed.length} ${changed.length === 1 ? 'file' : 'files'}, ${size.astEdits} AST edits of ${limits.maxAstEdits}`;
  return { ok: true, code: 'OK', detail: `${what}; protected declarations are untouched.`, path: null, line: null, ...size };
}

function measure(changed: readonly string[], old: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>, reader: ModuleReader): Pick<ScopeReport, 'astEdits' | 'declarations'> {
  let astEdits = 0;
  const declarations: ScopeReport['declarations'][number][] = [];
  for (const path of changed) {
    const before = old.get(path);
    const after = now.get(path);
    if (!path.endsWith(reader.extension)) {
      astEdits += Math.max(before?.split('\n').length ?? 0, after?.split('\n').length ?? 0);
      continue;
    }
    astEdits += reader.edits(path, before ?? null, after ?? null);
    const diff = compareDeclarations(before === undefined ? [] : reader.declarations(path, before), after === undefined ? [] : reader.declarations(path, after));
    declarations.push(
      ...diff.added.map((d) => ({ path, name: d.name, change: 'added' as const, line: d.line })),
      ...diff.removed.map((d) => ({ path, name: d.name, change: 'removed' as const, line: d.line })),
      ...diff.changed.map((d) => ({ path, name: d.after.name, change: 'changed' as const, line: d.after.line })),
    );
  }
  return { astEdits, declarations };
}
