import type { ReasonCode } from '@/server/contracts/verdict';

/** One file of a package: posix path relative to the package root, UTF-8 text. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** A body line of a hunk. `text` keeps its line end, so that "no newline at end of file" is part of what must match. */
export interface HunkLine {
  readonly kind: 'context' | 'delete' | 'add';
  readonly text: string;
}

export interface Hunk {
  /** First line of the old side as the header claims; only breaks exact ties, counts are recomputed from the body. */
  readonly oldStart: number;
  readonly lines: readonly HunkLine[];
  /** Line of the `@@` header in the diff text, 1-based. */
  readonly headerLine: number;
}

export interface FileDiff {
  readonly change: 'add' | 'delete' | 'modify';
  readonly path: string;
  readonly hunks: readonly Hunk[];
}

/** Why a diff was refused, precise enough for its author to repair it. */
export interface DiffRejection {
  readonly code: Extract<ReasonCode, `DIFF_${string}`>;
  /** One plain sentence. */
  readonly reason: string;
  readonly path: string | null;
  /** 1-based number of the hunk inside its file. */
  readonly hunk: number | null;
  /** First line where the hunk and the file differ, at the place where they agree longest. */
  readonly firstDivergence: { readonly expected: string; readonly actual: string | null; readonly line: number } | null;
  /** Lines of the real file around the divergence, as `12: text`. */
  readonly nearby: readonly string[];
}

export type Parsed = { readonly ok: true; readonly files: readonly FileDiff[] } | { readonly ok: false; readonly rejection: DiffRejection };

export type Applied =
  | { readonly ok: true; readonly files: readonly TextFile[]; readonly changed: readonly { readonly path: string; readonly change: FileDiff['change'] }[] }
  | { readonly ok: false; readonly rejection: DiffRejection };

/** Thrown inside this folder only; the doors turn it into a value. */
export class DiffRefused extends Error {
  readonly rejection: DiffRejection;

  constructor(code: DiffRejection['code'], reason: string, where: Partial<Omit<DiffRejection, 'code' | 'reason'>> = {}) {
    super(reason);
    this.rejection = { code, reason, path: null, hunk: null, firstDivergence: null, nearby: [], ...where };
  }
}

export const MAX_DIFF_BYTES = 256 * 1024;
export const MAX_FILES = 50;
export const MAX_HUNKS = 400;
export const MAX_LINE_LENGTH = 2000;
