'use client';
import { type ReactNode, useMemo } from 'react';
import { Decoration, Diff, Hunk, type HunkData, getCollapsedLinesCountBetween, useSourceExpansion } from 'react-diff-view';
import { highlightHunks } from './highlight';
import { type PatchFile, hunkAnchor } from './parse-patch';

const CHANGE_WORDS: Record<PatchFile['change'], string> = { add: 'new file', delete: 'deleted', modify: '', rename: 'renamed', copy: 'copied' };

/** One file of a patch: header, hunks with anchors, unchanged lines between them on demand, notes beside a hunk. */
export function PatchFileView({ file, index, split, oldSource, viewed, onViewed, hunkNotes }: {
  file: PatchFile;
  index: number;
  split: boolean;
  /** Text of the file before the change; without it unchanged lines stay folded. */
  oldSource: string | null;
  viewed: boolean;
  onViewed: (viewed: boolean) => void;
  hunkNotes: ReadonlyMap<string, ReactNode>;
}) {
  const [hunks, expand] = useSourceExpansion(file.data.hunks, oldSource);
  const tokens = useMemo(() => highlightHunks(hunks, file.path, oldSource), [hunks, file.path, oldSource]);
  const anchors = useMemo(() => anchorsOf(hunks, file, index), [hunks, file, index]);
  const lineCount = oldSource === null ? 0 : oldSource.split('\n').length;

  const renderHunks = (shown: HunkData[]) =>
    shown.flatMap((hunk, i) => {
      const previous = shown[i - 1] ?? null;
      const folded = getCollapsedLinesCountBetween(previous, hunk);
      const start = previous ? previous.oldStart + previous.oldLines : 1;
      const anchor = anchors.get(hunk);
      const note = anchor ? hunkNotes.get(anchor) : undefined;
      return [
        <Decoration key={`fold-${hunk.content}`} className="border-y border-line">
          <div id={anchor} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 bg-sink px-3 py-1 text-2xs text-ink-3 scroll-mt-24 target:bg-accent-soft" data-hunk={anchor ? '' : undefined} tabIndex={-1}>
            {folded > 0 && oldSource !== null ? (
              <button type="button" className="underline decoration-dotted underline-offset-2 hover:text-ink" onClick={() => expand(start, hunk.oldStart)}>
                show {folded} unchanged {folded === 1 ? 'line' : 'lines'}
              </button>
            ) : null}
            <span>{hunk.content}</span>
            {note}
          </div>
        </Decoration>,
        <Hunk key={`hunk-${hunk.content}`} hunk={hunk} />,
      ];
    });

  const last = hunks.at(-1);
  const tail = last && oldSource !== null ? lineCount - (last.oldStart + last.oldLines) : 0;
  return (
    <section className="patch overflow-hidden rounded-md border border-line" aria-label={file.path}>
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-raise px-3 py-2">
        <h3 className="min-w-0 break-all font-mono text-xs font-medium">{file.path}</h3>
        {CHANGE_WORDS[file.change] ? <span className="text-2xs text-ink-3">{CHANGE_WORDS[file.change]}</span> : null}
        <span className="num text-2xs text-ink-2">
          +{file.added} {'\u2212'}{file.deleted}
        </span>
        <label className="ml-auto flex items-center gap-1.5 text-2xs text-ink-2">
          <input type="checkbox" className="accent-accent" checked={viewed} onChange={(e) => onViewed(e.currentTarget.checked)} />
          viewed
        </label>
      </header>
      {viewed ? null : (
        <div className="overflow-x-auto">
          <Diff viewType={split ? 'split' : 'unified'} diffType={file.change} hunks={hunks} tokens={tokens} className={split ? 'diff-split' : 'diff-unified'} optimizeSelection>
            {renderHunks}
          </Diff>
          {tail > 0 ? (
            <button type="button" className="block w-full border-t border-line bg-sink px-3 py-1 text-left text-2xs text-ink-3 underline decoration-dotted underline-offset-2 hover:text-ink" onClick={() => expand(last ? last.oldStart + last.oldLines : 1, lineCount + 1)}>
              show {tail} unchanged {tail === 1 ? 'line' : 'lines'}
            </button>
          ) : null}
        </div>
      )}
    </section>
  );
}

/** Expansion makes new hunk objects: a shown hunk keeps the anchor of the first hunk of the diff that it contains. */
function anchorsOf(shown: readonly HunkData[], file: PatchFile, index: number): Map<HunkData, string> {
  const map = new Map<HunkData, string>();
  file.data.hunks.forEach((original, i) => {
    const holder = shown.find((h) => h.oldStart <= original.oldStart && h.oldStart + h.oldLines >= original.oldStart + original.oldLines);
    if (holder && !map.has(holder)) map.set(holder, hunkAnchor(index, i));
  });
  return map;
}
