import type { PackageFile } from '@/server/strategy/types';
import { readGitHead } from './read-git-head';
import { anchorOf, readTestsLock, type TestsAnchor } from './tests-lock';

/** What people last accepted of a package on disk (tests, baseline, strategy.json), and where that stands. */
export interface Anchor {
  /** All of these must equal what is about to be verified. Empty: nobody accepted anything yet. */
  readonly accepted: readonly { readonly origin: string; readonly tests: TestsAnchor }[];
  /** Source of HEAD, to tell new code from old. */
  readonly sources: readonly PackageFile[] | null;
}

/**
 * The RO-Lock of a directory: tests and strategy.json must be those of git HEAD when the directory is in a repository, and those of
 * strategy.lock when there is one. @throws AppError BAD_INPUT, MISSING_PART
 */
export function readAnchor(dir: string): Anchor {
  const head = readGitHead(dir);
  const lock = readTestsLock(dir);
  return {
    accepted: [...(head ? [{ origin: `git HEAD ${head.commit.slice(0, 12)}`, tests: anchorOf(head.pkg) }] : []), ...(lock ? [{ origin: 'strategy.lock', tests: lock }] : [])],
    sources: head?.pkg.sources ?? null,
  };
}
