import { markEdits, tokenize, type HunkData, type HunkTokens } from 'react-diff-view';
import { refractor } from 'refractor/core';
import python from 'refractor/python';
import typescript from 'refractor/typescript';

refractor.register(typescript);
refractor.register(python);

/** react-diff-view was written for refractor 2, whose `highlight` answered the children and not the root. */
const adapter = { highlight: (value: string, language: string) => refractor.highlight(value, language).children };

const LANGUAGE_OF: Record<string, string> = { ts: 'typescript', tsx: 'typescript', js: 'typescript', mjs: 'typescript', py: 'python' };

/** Syntax and word-level tokens of a file's hunks; null when the language is not known (the text is shown plain). */
export function highlightHunks(hunks: HunkData[], path: string, oldSource: string | null): HunkTokens | null {
  const language = LANGUAGE_OF[path.slice(path.lastIndexOf('.') + 1)];
  if (!language || hunks.length === 0) return null;
  return tokenize(hunks, {
    highlight: true,
    refractor: adapter as never,
    language,
    ...(oldSource === null ? {} : { oldSource }),
    enhancers: [markEdits(hunks, { type: 'block' })],
  });
}
