import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { AppError } from '@/server/contracts/errors';
import { makePackage } from '@/server/strategy/make-package';
import type { PackageFile, StrategyPackage } from '@/server/strategy/types';

/** The directory may be hostile: nothing of its configuration may start a program, and its owner does not matter for reading. */
const SAFE = ['-c', 'safe.directory=*', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'core.pager=cat', '-c', 'protocol.allow=never'];
const MAX_BYTES = 64 << 20;

export interface CommittedPackage {
  readonly commit: string;
  readonly pkg: StrategyPackage;
}

/**
 * The package as it stands in HEAD of the repository that holds `dir`, read from git's objects and never from the working tree.
 * Null when the directory is in no repository, or HEAD has no such package yet. @throws AppError MISSING_PART without git
 */
export function readGitHead(dir: string): CommittedPackage | null {
  const at = realpathSync(dir);
  if (git(at, ['rev-parse', '--is-inside-work-tree']) !== 'true\n') return null;
  const commit = git(at, ['rev-parse', '--verify', '--quiet', 'HEAD'])?.trim();
  if (!commit) return null;
  const entries = (git(at, ['ls-tree', '-r', '-z', commit, '--', 'strategy.json', 'src', 'tests', 'baseline']) ?? '').split('\0').filter((line) => line !== '');
  const files = entries.map((line): PackageFile => {
    const [mode, , rest] = line.split(' ');
    const [id, path] = rest!.split('\t');
    if (mode === '120000' || mode === '160000') throw new AppError('BAD_INPUT', `${path} in ${commit.slice(0, 12)} is a link; a package holds plain files only.`);
    return { path: path!, text: git(at, ['cat-file', 'blob', id!]) ?? '' };
  });
  return files.some((f) => f.path === 'strategy.json') ? { commit, pkg: makePackage(files) } : null;
}

/** Only what git needs: a GIT_DIR of the caller would point somewhere else. */
const ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', HOME: '/nonexistent', LC_ALL: 'C', GIT_CONFIG_NOSYSTEM: '1' } as unknown as NodeJS.ProcessEnv;

function git(cwd: string, args: readonly string[]): string | null {
  try {
    return execFileSync('git', [...SAFE, ...args], { cwd, encoding: 'utf8', maxBuffer: MAX_BYTES, stdio: ['ignore', 'pipe', 'ignore'], env: ENVIRONMENT });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new AppError('MISSING_PART', 'git is not installed, so the accepted tests cannot be read; install it: apt-get install -y git');
    return null;
  }
}
