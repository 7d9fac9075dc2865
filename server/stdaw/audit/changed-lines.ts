import { diffSequences } from '../diff/myers';
import { splitLines } from '../diff/split-lines';
import type { TextFile } from '../diff/types';

/** Lines of `after` that are new or different, per path. */
export function changedLines(before: readonly TextFile[], after: readonly TextFile[]): Map<string, Set<number>> {
  const old = new Map(before.map((f) => [f.path, f.text]));
  return new Map(
    after.filter((f) => old.get(f.path) !== f.text).map((f) => {
      const runs = diffSequences(splitLines(old.get(f.path) ?? ''), splitLines(f.text));
      return [f.path, new Set(runs.flatMap((r) => Array.from({ length: r.bTo - r.bFrom }, (_, i) => r.bFrom + i + 1)))] as const;
    }),
  );
}
