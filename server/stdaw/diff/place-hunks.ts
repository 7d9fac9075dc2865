import { DiffRefused, type FileDiff, type Hunk } from './types';

/** Lines of the file after all hunks; each hunk stands exactly once, after the one before it. @throws DiffRefused */
export function placeHunks(lines: readonly string[], file: FileDiff): string[] {
  const out: string[] = [];
  let done = 0;
  file.hunks.forEach((hunk, i) => {
    const old = hunk.lines.filter((l) => l.kind !== 'add').map((l) => l.text);
    const at = findPlace(lines, old, hunk, { path: file.path, hunk: i + 1 });
    if (at < done) throw new DiffRefused('DIFF_CONTEXT_MISMATCH', `Hunk ${i + 1} of "${file.path}" stands before or inside the hunk above it; hunks must be in order and not overlap.`, { path: file.path, hunk: i + 1 });
    out.push(...lines.slice(done, at), ...hunk.lines.filter((l) => l.kind !== 'delete').map((l) => l.text));
    done = at + old.length;
  });
  return [...out, ...lines.slice(done)];
}

function findPlace(lines: readonly string[], old: readonly string[], hunk: Hunk, where: { path: string; hunk: number }): number {
  if (old.length === 0) {
    if (lines.length === 0) return 0;
    throw new DiffRefused('DIFF_CONTEXT_MISMATCH', `Hunk ${where.hunk} of "${where.path}" has no context line, so its place is unknown; give at least one unchanged line.`, where);
  }
  const places: number[] = [];
  for (let at = 0; at + old.length <= lines.length; at++) if (agree(lines, old, at) === old.length) places.push(at);
  if (places.length === 1) return places[0]!;
  if (places.length > 1) {
    if (places.includes(hunk.oldStart - 1)) return hunk.oldStart - 1;
    const numbers = places.slice(0, 8).map((p) => p + 1).join(', ');
    throw new DiffRefused('DIFF_CONTEXT_MISMATCH', `Hunk ${where.hunk} of "${where.path}" fits at ${places.length} places (lines ${numbers}) and its header names none of them; give more context.`, { ...where, nearby: around(lines, places[0]!) });
  }
  throw diverges(lines, old, hunk, where);
}

function agree(lines: readonly string[], old: readonly string[], at: number): number {
  let n = 0;
  while (n < old.length && lines[at + n] === old[n]) n++;
  return n;
}

function diverges(lines: readonly string[], old: readonly string[], hunk: Hunk, where: { path: string; hunk: number }): DiffRefused {
  const wanted = hunk.oldStart - 1;
  let best = Math.min(Math.max(wanted, 0), Math.max(lines.length - 1, 0));
  let longest = agree(lines, old, best);
  for (let at = 0; at < lines.length; at++) {
    const n = agree(lines, old, at);
    if (n > longest || (n === longest && n > 0 && Math.abs(at - wanted) < Math.abs(best - wanted))) [best, longest] = [at, n];
  }
  const line = best + longest;
  const actual = lines[line];
  return new DiffRefused('DIFF_CONTEXT_MISMATCH', `Hunk ${where.hunk} of "${where.path}" does not match the file: line ${line + 1} differs.`, {
    ...where,
    firstDivergence: { expected: show(old[longest]!), actual: actual === undefined ? null : show(actual), line: line + 1 },
    nearby: around(lines, line),
  });
}

const show = (line: string) => (line.endsWith('\n') ? line.slice(0, -1) : `${line} (no newline at end of file)`).slice(0, 400);

function around(lines: readonly string[], line: number): string[] {
  const from = Math.max(0, line - 3);
  return lines.slice(from, line + 4).map((text, i) => `${from + i + 1}: ${show(text)}`);
}
