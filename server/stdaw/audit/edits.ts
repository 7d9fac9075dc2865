import type { TextFile } from '../diff/types';

/** Replacement of `[start, end)` of one file by `text`. */
export interface TextEdit {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The files with edits that do not overlap applied. */
export function applyEdits(files: readonly TextFile[], edits: readonly TextEdit[]): TextFile[] {
  return files.map((file) => {
    const own = edits.filter((e) => e.path === file.path).sort((a, b) => b.start - a.start);
    return { path: file.path, text: own.reduce((text, e) => text.slice(0, e.start) + e.text + text.slice(e.end), file.text) };
  });
}
