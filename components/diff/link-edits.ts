import type { AstEdit } from '@/server/contracts/ast-edit';
import { type PatchFile, hunkAnchor } from './parse-patch';

export interface LinkedEdit {
  readonly edit: AstEdit;
  /** Anchor of the hunk that carries the edit; null when no hunk of the diff touches its line. */
  readonly anchor: string | null;
}

/** Where each AST edit stands in the diff, so that a reader can go from the intention to the lines and back. */
export function linkEdits(edits: readonly AstEdit[], files: readonly PatchFile[]): LinkedEdit[] {
  return edits.map((edit) => {
    const fileIndex = files.findIndex((f) => f.path === edit.path || f.data.oldPath === edit.path);
    const file = files[fileIndex];
    if (!file) return { edit, anchor: null };
    const hunkIndex = hunkOf(edit, file);
    return { edit, anchor: hunkIndex < 0 ? null : hunkAnchor(fileIndex, hunkIndex) };
  });
}

/**
 * An edit names the line before the change; after earlier edits in the same file the number can have drifted, so the
 * changed text decides first and the line range second.
 */
function hunkOf(edit: AstEdit, file: PatchFile): number {
  const { hunks } = file.data;
  const inRange = hunks.map((h) => edit.line >= h.oldStart && edit.line < h.oldStart + Math.max(1, h.oldLines));
  const needle = firstLine(edit.after) || firstLine(edit.before);
  const byText = hunks.map((h) => needle !== '' && h.changes.some((c) => c.type !== 'normal' && c.content.includes(needle)));
  const both = hunks.findIndex((_, i) => inRange[i] && byText[i]);
  if (both >= 0) return both;
  const text = byText.indexOf(true);
  return text >= 0 ? text : inRange.indexOf(true);
}

const firstLine = (text: string): string => text.split('\n').map((l) => l.trim()).find((l) => l !== '') ?? '';
