import { type FileData, parseDiff } from 'react-diff-view';

export interface PatchFile {
  /** Path shown to the reader: the new one, or the old one of a deleted file. */
  readonly path: string;
  readonly change: 'add' | 'delete' | 'modify' | 'rename' | 'copy';
  readonly added: number;
  readonly deleted: number;
  readonly data: FileData;
}

/**
 * A unified diff as files and hunks. gitdiff-parser only wakes at `diff --git`, and agents also write bare
 * `---`/`+++` pairs, so the missing header is put in front of each bare pair.
 */
export function parsePatch(diff: string): PatchFile[] {
  return parseDiff(withGitHeaders(diff)).map((data) => {
    let added = 0;
    let deleted = 0;
    for (const hunk of data.hunks) {
      for (const change of hunk.changes) {
        if (change.type === 'insert') added += 1;
        if (change.type === 'delete') deleted += 1;
      }
    }
    return { path: data.type === 'delete' ? data.oldPath : data.newPath, change: data.type, added, deleted, data };
  });
}

function withGitHeaders(diff: string): string {
  if (/^diff --git /m.test(diff)) return diff;
  return diff.replace(/^--- (\S+)[^\n]*\n\+\+\+ (\S+)/gm, (pair, before: string, after: string) => {
    const path = (after === '/dev/null' ? before : after).replace(/^[ab]\//, '');
    return `diff --git a/${path} b/${path}\n${pair}`;
  });
}

/** Anchor of a hunk on the review page. */
export const hunkAnchor = (file: number, hunk: number): string => `hunk-${file + 1}-${hunk + 1}`;
