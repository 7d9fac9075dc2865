'use client';
import './diff.css';
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { useHotkey } from '@/components/shell/hotkeys';
import type { AstEdit } from '@/server/contracts/ast-edit';
import { linkEdits } from './link-edits';
import { parsePatch } from './parse-patch';
import { PatchFileView } from './patch-file-view';
import { useViewedFiles } from './viewed-files';

const WIDE = '(min-width: 900px)';
const subscribeWide = (changed: () => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

/**
 * A unified diff of an agent, split or unified (unified on a narrow screen), with each hunk naming the AST edits that
 * made it. `]` and `[` go from hunk to hunk. All text is data of the agent: React escapes it, nothing is interpreted.
 */
export function PatchView({ diff, diffHash, edits, sources, view }: {
  diff: string;
  diffHash: string;
  edits: readonly AstEdit[];
  /** Text before the change by path, for folded lines; null when it is not at hand. */
  sources: Readonly<Record<string, string>>;
  view: 'split' | 'unified';
}) {
  const files = useMemo(() => parsePatch(diff), [diff]);
  const notes = useMemo(() => notesByHunk(edits, files), [edits, files]);
  const [wanted, setWanted] = useState(view);
  const [viewed, mark] = useViewedFiles(diffHash);
  const wide = useSyncExternalStore(subscribeWide, () => matchMedia(WIDE).matches, () => false);
  const split = wide && wanted === 'split';
  useHunkKeys();

  const choose = (next: 'split' | 'unified') => {
    setWanted(next);
    const url = new URL(window.location.href);
    if (next === 'unified') url.searchParams.set('view', next);
    else url.searchParams.delete('view');
    window.history.replaceState(null, '', url);
  };

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-2">
        <span className="num">
          {files.length} {files.length === 1 ? 'file' : 'files'}, {viewed.size} viewed
        </span>
        <fieldset className="ml-auto hidden gap-3 min-[900px]:flex">
          <legend className="sr-only">Layout of the diff</legend>
          {(['split', 'unified'] as const).map((name) => (
            <label key={name} className="flex items-center gap-1.5">
              <input type="radio" name="diff-layout" className="accent-accent" checked={wanted === name} onChange={() => choose(name)} />
              {name}
            </label>
          ))}
        </fieldset>
        <span className="hidden text-2xs text-ink-3 min-[900px]:inline">
          <kbd>[</kbd> <kbd>]</kbd> previous, next hunk
        </span>
      </div>
      {files.map((file, index) => (
        <PatchFileView key={file.path} file={file} index={index} split={split} oldSource={sources[file.data.oldPath] ?? null} viewed={viewed.has(file.path)} onViewed={(on) => mark(file.path, on)} hunkNotes={notes} />
      ))}
    </div>
  );
}

function notesByHunk(edits: readonly AstEdit[], files: ReturnType<typeof parsePatch>): Map<string, ReactNode> {
  const map = new Map<string, ReactNode>();
  linkEdits(edits, files).forEach(({ edit, anchor }, i) => {
    if (!anchor) return;
    map.set(
      anchor,
      <>
        {map.get(anchor)}
        <a className="text-accent hover:underline" href={`#edit-${i + 1}`}>
          edit {i + 1}: {edit.symbol}
        </a>
      </>,
    );
  });
  return map;
}

function useHunkKeys(): void {
  useHotkey({ keys: ']', label: 'Next hunk', group: 'Diff', run: () => goToHunk(1) });
  useHotkey({ keys: '[', label: 'Previous hunk', group: 'Diff', run: () => goToHunk(-1) });
}

function goToHunk(step: 1 | -1): void {
  const hunks = [...document.querySelectorAll<HTMLElement>('[data-hunk]')];
  const line = window.innerHeight / 2 + 1;
  const passed = hunks.filter((h) => h.getBoundingClientRect().top < (step > 0 ? line : line - 40)).length;
  const next = hunks[step > 0 ? passed : passed - 1];
  next?.scrollIntoView({ block: 'center' });
  next?.focus({ preventScroll: true });
}
