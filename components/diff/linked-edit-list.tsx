'use client';
import { useMemo } from 'react';
import type { AstEdit } from '@/server/contracts/ast-edit';
import { AstEditList } from './ast-edit-list';
import { linkEdits } from './link-edits';
import { parsePatch } from './parse-patch';

/** The edits of a diff with links to its hunks. In the browser, because react-diff-view cannot be loaded by a server component. */
export function LinkedEditList({ edits, diff }: { edits: readonly AstEdit[]; diff: string | null }) {
  const linked = useMemo(() => linkEdits(edits, diff === null ? [] : parsePatch(diff)), [edits, diff]);
  return <AstEditList edits={linked} />;
}
