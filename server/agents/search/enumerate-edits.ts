import { matchesAny } from '@/server/stdaw/scope/path-globs';
import type { PackageFile } from '@/server/strategy/types';
import { type EditCandidate, editKey } from './edit-candidate';
import { enumerateConstants } from './enumerate-constants';
import { enumerateGuards } from './enumerate-guards';
import { enumerateHelperCalls } from './enumerate-helpers';
import { enumerateOperators } from './enumerate-operators';
import { parsePackage } from './parse-package';
import { enumeratePython } from './python/enumerate-python';
import { reachableSymbols } from './reachable';
import type { Mandate } from './read-mandate';

/** Edits of code no run reaches only matter beside an edit that calls it. */
const UNREACHED = 0.15;

export interface EditScope {
  readonly language: 'typescript' | 'python';
  /** The manifest's entry file: where reachability starts. */
  readonly entry: string;
  /** Globs such as `src/**`. */
  readonly allowedPaths: readonly string[];
  /** 'name' or 'src/file.ts#name'. */
  readonly frozen: readonly string[];
}

/** All typed edits inside the scope, each once, in a stable order. */
export async function enumerateEdits(sources: readonly PackageFile[], mandate: Mandate, scope: EditScope): Promise<EditCandidate[]> {
  const { edits, reachable } = scope.language === 'python' ? await enumeratePython(sources, mandate, scope.entry) : enumerateTypescript(sources, mandate, scope.entry);
  const seen = new Set<string>();
  return edits
    .filter((edit) => {
      const key = `${editKey(edit)}|${edit.splices[0]?.start}`;
      if (seen.has(key) || !isAllowed(edit, scope)) return false;
      seen.add(key);
      return true;
    })
    .map((edit) => (reachable.has(`${edit.path}#${edit.symbol.split('.')[0]}`) ? edit : { ...edit, base: edit.base * UNREACHED }));
}

function enumerateTypescript(sources: readonly PackageFile[], mandate: Mandate, entry: string): { edits: EditCandidate[]; reachable: ReadonlySet<string> } {
  const pkg = parsePackage(sources);
  return { edits: [...enumerateConstants(pkg, mandate), ...enumerateHelperCalls(pkg), ...enumerateGuards(pkg, mandate), ...enumerateOperators(pkg)], reachable: reachableSymbols(pkg, entry) };
}

function isAllowed(edit: EditCandidate, scope: EditScope): boolean {
  if (!matchesAny(edit.path, scope.allowedPaths)) return false;
  const owner = edit.symbol.split('.')[0];
  return !scope.frozen.some((name) => name === edit.symbol || name === owner || name === `${edit.path}#${edit.symbol}` || name === `${edit.path}#${owner}`);
}
