import type { TextFile } from '../diff/types';
import type { CoverageReport } from '../runner/types';

/** A changed line, or a way out of one, that no test takes. */
export interface UnrunChange {
  readonly path: string;
  readonly line: number;
  /** What stands there. */
  readonly text: string;
}

/**
 * Changed lines that the coverage threshold forgives: in a large module the five percent have room for a whole branch that nobody runs. It is
 * no failure (tests are read-only in Logic Genesis, so a new guard has none yet), but whoever approves has to see it.
 */
export function unrunChanges(coverage: CoverageReport | null, sources: readonly TextFile[], isChanged: (path: string, line: number) => boolean): UnrunChange[] {
  return (coverage?.files ?? []).flatMap(({ path, uncoveredLines, uncoveredBranches, uncoveredFunctions }) => {
    const text = sources.find((f) => f.path === path)?.text.split('\n') ?? [];
    const lines = new Set([...uncoveredLines, ...uncoveredBranches.map((b) => b.line), ...uncoveredFunctions.map((f) => f.line)].filter((line) => isChanged(path, line)));
    return [...lines].sort((a, b) => a - b).map((line) => ({ path, line, text: (text[line - 1] ?? '').trim().slice(0, 200) }));
  });
}
