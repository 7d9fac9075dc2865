import { execFileSync } from 'node:child_process';
import { AppError } from '@/server/contracts/errors';

/**
 * Git without the machine's habits: no system, user or template configuration, no hooks, no pager, no prompt, no replace refs.
 * Only object and ref plumbing is used on these bare repositories, so filters and attributes of a package never run.
 */
const ENV: Record<string, string> = {
  PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_REPLACE_OBJECTS: '1',
  GIT_OPTIONAL_LOCKS: '0',
};
const SAFE = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsync=loose-object,pack,reference', '-c', 'gc.auto=0', '-c', 'core.attributesFile=/dev/null'];

/** Runs git on one repository and returns its output. @throws AppError MISSING_PART without git, INTERNAL with git's own message */
export function git(repo: string, args: readonly string[], input?: string | Buffer): Buffer {
  try {
    return execFileSync('git', [...SAFE, ...args], { env: { ...ENV, GIT_DIR: repo } as unknown as NodeJS.ProcessEnv, input: input ?? '', maxBuffer: 64 << 20, stdio: ['pipe', 'pipe', 'pipe'] });
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { stderr?: Buffer };
    if (code === 'ENOENT') throw new AppError('MISSING_PART', 'git is not installed; packages are git repositories. Install it (Debian: apt-get install git).');
    throw new AppError('INTERNAL', `git ${args[0]} failed in ${repo}: ${stderr?.toString('utf8').trim().slice(0, 2000) || String(error)}`);
  }
}
