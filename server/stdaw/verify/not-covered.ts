import type { GradientParts } from '../gradient/make-gradient';
import type { FileCoverage } from '../runner/types';

/** Lines and functions that never ran, and the ways not taken out of lines that did. */
export function notCovered(files: readonly FileCoverage[]): NonNullable<GradientParts['uncovered']> {
  return files.map(({ path, uncoveredLines, uncoveredBranches, uncoveredFunctions }) => {
    const lines = [...new Set([...uncoveredLines, ...uncoveredFunctions.map((f) => f.line)])].sort((a, b) => a - b);
    return { path, lines, branches: uncoveredBranches.filter(({ line }) => !lines.includes(line)).map(({ line, column, what }) => ({ line, column, what })) };
  }).filter((u) => u.lines.length + u.branches.length > 0);
}
