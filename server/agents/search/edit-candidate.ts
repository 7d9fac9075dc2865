import type { AstEdit } from '@/server/contracts/ast-edit';

/** Replace [start, end) of `path` by `text`; start = end inserts. */
export interface Splice {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A named import an edit needs in the file it changes. */
export interface NeededImport {
  readonly path: string;
  readonly from: string;
  readonly name: string;
}

/** One typed edit the search may make, before anyone tried it. */
export interface EditCandidate {
  readonly kind: AstEdit['kind'];
  readonly path: string;
  readonly symbol: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
  readonly splices: readonly Splice[];
  readonly imports: readonly NeededImport[];
  /** Words that describe the place, with weights in (0, 1]: own name 1, comments 0.8, use 0.4. */
  readonly words: readonly SiteWord[];
  /** Which way it moves its lever; null when unknown. */
  readonly effect: 'tighten' | 'loosen' | null;
  /** How plausible this kind and size of change is before anything is known, (0, 1]. */
  readonly base: number;
  /** For numeric edits: the new value divided by the old one. */
  readonly ratio: number | null;
}

export interface SiteWord {
  readonly word: string;
  readonly weight: number;
}

/** Same place and same change: the identity by which attempts remember an edit. */
export const editKey = (edit: Pick<AstEdit, 'kind' | 'path' | 'symbol' | 'before' | 'after'>): string => `${edit.kind}|${edit.path}|${edit.symbol}|${edit.before}|${edit.after}`;
/** Same place, whatever the change. */
export const siteKey = (edit: Pick<AstEdit, 'kind' | 'path' | 'symbol' | 'before'>): string => `${edit.kind}|${edit.path}|${edit.symbol}|${edit.before}`;
