import { accessSync, constants } from 'node:fs';
import { runtimeFiles } from './runtime-files';
import type { SandboxLimits, SandboxSpec } from './types';

/** Uid and gid that bwrap and the program have on the host when this process is root; inside everyone is 65534. */
export const HOST_UID = { subject: 64001, judge: 64002 } as const;
const INSIDE_UID = '65534';

export const BWRAP_INSTALL = 'apt-get install -y bubblewrap';

/** The bwrap binary: OOMRL_BWRAP when set (and nothing else then), else the usual places. Null = not installed. */
export function findBwrap(): string | null {
  const named = process.env.OOMRL_BWRAP;
  return (named ? [named] : ['/usr/bin/bwrap', '/usr/local/bin/bwrap']).find(isExecutable) ?? null;
}

/** prlimit of util-linux, which every Debian has; it sets the limits between fork and exec, which node cannot. */
export function findPrlimit(): string | null {
  return ['/usr/bin/prlimit', '/bin/prlimit', '/usr/local/bin/prlimit'].find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function prlimitArgs(limits: SandboxLimits, ownUid: boolean): string[] {
  return [
    '--core=0',
    `--fsize=${limits.fileBytes}`,
    `--nofile=${limits.openFiles}`,
    `--as=${limits.addressSpaceBytes}`,
    ...(limits.cpuSeconds === null ? [] : [`--cpu=${limits.cpuSeconds}`]),
    // Counted over all processes of the uid: on a uid shared with a person it would count their desktop.
    ...(ownUid ? [`--nproc=${limits.threads}`] : []),
  ];
}

/**
 * Arguments of bwrap. No writable bind at all, no /proc (it shows command lines, host paths and fds; node and python start
 * without it), no --dev (its tmpfs has no size limit), one bounded tmpfs, everything else read-only.
 * @param fileFds fd of each spec.files entry in the child  @param seccompFd fd of the filter in the child
 */
export function bwrapArgs(spec: SandboxSpec, limits: SandboxLimits, fileFds: readonly number[], seccompFd: number): string[] {
  const runtime = runtimeFiles(spec.runtime);
  // With its usual random seed two runs of Python would visit the same set of texts in different orders.
  const env: Record<string, string> = { PATH: '/usr/bin', HOME: '/tmp', LANG: 'C.UTF-8', TZ: 'UTC', ...(spec.runtime === 'python' ? { PYTHONHASHSEED: '0', OPENBLAS_NUM_THREADS: '1' } : {}) };
  return [
    '--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup-try',
    '--uid', INSIDE_UID, '--gid', INSIDE_UID, '--hostname', 'sandbox', '--disable-userns', '--die-with-parent', '--new-session',
    '--clearenv', ...Object.entries(env).flatMap(([key, value]) => ['--setenv', key, value]),
    ...runtime.binds.flatMap(([from, to]) => ['--ro-bind', from, to]),
    '--dev-bind', '/dev/null', '/dev/null', '--dev-bind', '/dev/urandom', '/dev/urandom',
    '--size', String(limits.tmpBytes), '--perms', '1777', '--tmpfs', '/tmp',
    ...spec.files.flatMap((file, i) => ['--perms', '0444', '--ro-bind-data', String(fileFds[i]), file.at]),
    '--remount-ro', '/', '--cap-drop', 'ALL', '--chdir', '/tmp', '--seccomp', String(seccompFd), '--',
    runtime.command, ...(spec.runtimeArgs ?? []), ...spec.argv,
  ];
}
