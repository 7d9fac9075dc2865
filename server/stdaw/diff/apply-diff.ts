import { AppError } from '@/server/contracts/errors';
import { checkNewPath } from './check-path';
import { placeHunks } from './place-hunks';
import { parseUnifiedDiff } from './parse-unified-diff';
import { splitLines } from './split-lines';
import { type Applied, DiffRefused, type FileDiff, type TextFile } from './types';

/**
 * Applies a unified diff to files held in memory: all of it or nothing, every hunk at the one place where its context
 * and deleted lines stand exactly, in order. The input is not changed; the result is sorted by path.
 */
export function tryApplyDiff(files: readonly TextFile[], diff: string | Uint8Array): Applied {
  const parsed = parseUnifiedDiff(diff);
  if (!parsed.ok) return parsed;
  try {
    const texts = new Map(files.map((f) => [f.path, f.text]));
    for (const file of parsed.files) applyToFile(texts, file);
    const changed = parsed.files.map(({ path, change }) => ({ path, change }));
    const before = new Map(files.map((f) => [f.path, f.text]));
    if (changed.every(({ path }) => before.get(path) === texts.get(path))) throw new DiffRefused('DIFF_NO_CHANGE', 'The diff leaves every file as it was.');
    const result = [...texts].map(([path, text]) => ({ path, text })).sort((a, b) => (a.path < b.path ? -1 : 1));
    return { ok: true, files: result, changed };
  } catch (error) {
    if (error instanceof DiffRefused) return { ok: false, rejection: error.rejection };
    throw error;
  }
}

/** As {@link tryApplyDiff}, for callers that treat a refusal as an error. @throws AppError BAD_INPUT with details.rejection */
export function applyDiff(files: readonly TextFile[], diff: string | Uint8Array): readonly TextFile[] {
  const applied = tryApplyDiff(files, diff);
  if (!applied.ok) throw new AppError('BAD_INPUT', `The diff does not apply: ${applied.rejection.reason}`, { rejection: applied.rejection });
  return applied.files;
}

function applyToFile(texts: Map<string, string>, file: FileDiff): void {
  const { path } = file;
  const current = texts.get(path);
  if (file.change === 'add') {
    checkNewPath(path, texts.keys());
    if (file.hunks.some((h) => h.lines.some((l) => l.kind !== 'add'))) throw new DiffRefused('DIFF_MALFORMED', `"${path}" is new, so its hunk may hold added lines only.`, { path });
    texts.set(path, joinLines(file.hunks.flatMap((h) => h.lines.map((l) => l.text)), path));
    return;
  }
  if (current === undefined) throw new DiffRefused('DIFF_STALE_BASE', `"${path}" does not exist in the package.`, { path });
  if (current.includes('\r')) throw new DiffRefused('DIFF_FORBIDDEN_SHAPE', `"${path}" has CRLF line ends; convert it to LF first.`, { path });
  const result = joinLines(placeHunks(splitLines(current), file), path);
  if (file.change === 'modify') texts.set(path, result);
  else if (result !== '') throw new DiffRefused('DIFF_CONTEXT_MISMATCH', `"${path}" is deleted by the diff, but its hunks leave text behind.`, { path });
  else texts.delete(path);
}

function joinLines(lines: readonly string[], path: string): string {
  const open = lines.findIndex((line, i) => i < lines.length - 1 && !line.endsWith('\n'));
  if (open >= 0) throw new DiffRefused('DIFF_MALFORMED', `"${path}": "No newline at end of file" is claimed for line ${open + 1}, which is not the last.`, { path });
  return lines.join('');
}
