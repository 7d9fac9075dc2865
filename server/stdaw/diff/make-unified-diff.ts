import { diffSequences, type EditRun } from './myers';
import { splitLines } from './split-lines';
import type { TextFile } from './types';

/**
 * The unified diff from `before` to `after` in git's style, files sorted by path, three lines of context.
 * Same input, same bytes. '' when nothing differs. `tryApplyDiff(before, makeUnifiedDiff(before, after))` gives `after`.
 */
export function makeUnifiedDiff(before: readonly TextFile[], after: readonly TextFile[], context = 3): string {
  const old = new Map(before.map((f) => [f.path, f.text]));
  const now = new Map(after.map((f) => [f.path, f.text]));
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort();
  return paths.map((path) => diffFile(path, old.get(path), now.get(path), context)).join('');
}

function diffFile(path: string, before: string | undefined, after: string | undefined, context: number): string {
  if (before === after) return '';
  const mode = before === undefined ? 'new file mode 100644\n' : after === undefined ? 'deleted file mode 100644\n' : '';
  const a = splitLines(before ?? '');
  const b = splitLines(after ?? '');
  const hunks = groupRuns(diffSequences(a, b), context).map((runs) => printHunk(a, b, runs, context));
  const names = `--- ${before === undefined ? '/dev/null' : `a/${path}`}\n+++ ${after === undefined ? '/dev/null' : `b/${path}`}\n`;
  return `diff --git a/${path} b/${path}\n${mode}${hunks.length > 0 ? names : ''}${hunks.join('')}`;
}

/** Runs whose contexts would touch share a hunk. */
function groupRuns(runs: readonly EditRun[], context: number): EditRun[][] {
  const groups: EditRun[][] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    if (group && run.aFrom - group.at(-1)!.aTo <= 2 * context) group.push(run);
    else groups.push([run]);
  }
  return groups;
}

function printHunk(a: readonly string[], b: readonly string[], runs: readonly EditRun[], context: number): string {
  const first = runs[0]!;
  const last = runs.at(-1)!;
  const lead = Math.min(context, first.aFrom);
  const trail = Math.min(context, a.length - last.aTo);
  const out: string[] = [];
  let at = first.aFrom - lead;
  for (const run of runs) {
    out.push(...a.slice(at, run.aFrom).map((l) => print(' ', l)));
    out.push(...a.slice(run.aFrom, run.aTo).map((l) => print('-', l)), ...b.slice(run.bFrom, run.bTo).map((l) => print('+', l)));
    at = run.aTo;
  }
  out.push(...a.slice(at, at + trail).map((l) => print(' ', l)));
  const oldRange = range(first.aFrom - lead, last.aTo + trail);
  const newRange = range(first.bFrom - lead, last.bTo + trail);
  return `@@ -${oldRange} +${newRange} @@\n${out.join('')}`;
}

const print = (sign: string, line: string) => (line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`);

/** git's range: an empty one names the line before it, a single line leaves out its count. */
function range(from: number, to: number): string {
  const count = to - from;
  return count === 1 ? `${from + 1}` : `${count === 0 ? from : from + 1},${count}`;
}
