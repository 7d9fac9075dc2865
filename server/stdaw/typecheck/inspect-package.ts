import type { TextFile } from '../diff/types';
import type { Finding } from '../sanitizer/module-under-check';
import { sanitizeTypeScript } from '../sanitizer/sanitize-typescript';
import { checkTypes, type TypeProblem } from './check-types';

export interface InspectRequest {
  readonly sources: readonly TextFile[];
  /** Visible tests and baseline: numbers copied from them are refused. */
  readonly tests: readonly TextFile[];
  /** Source before the proposal; null when there is no proposal. */
  readonly base: readonly TextFile[] | null;
}

/** What compiler and sanitizer say of a TypeScript package. */
export interface Inspection {
  readonly problems: readonly TypeProblem[];
  /** Names that are declared and never read. */
  readonly unused: readonly TypeProblem[];
  readonly findings: readonly Finding[];
  /** Time of the patterns alone; the rest of the thread's is that of the types. */
  readonly patternsMs: number;
}

/** Types and forbidden patterns in one go, because types make some rules exact; only those of a program without errors can be believed. */
export function inspectPackage({ sources, tests, base }: InspectRequest): Inspection {
  const { problems, unused, program } = checkTypes(sources);
  const started = performance.now();
  const findings = sanitizeTypeScript({ sources, tests, base, ...(problems.length === 0 ? { program } : {}) });
  return { problems, unused, findings, patternsMs: performance.now() - started };
}
