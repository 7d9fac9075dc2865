import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { CLEAN_ENV } from './clean-env';
import { CLONE_NEW_BITS, CLONE_THREAD, TIOCLINUX, TIOCSTI } from './seccomp-filter';
import { DENIED, DENIED_SOCKETS } from './seccomp-syscalls';
import type { SandboxLimits, SandboxSpec } from './types';

/** Uid and gid inside and on the host; no user of the host has them. */
export const DOCKER_UID = { subject: 64001, judge: 64002 } as const;
export const DOCKER_INSTALL = 'apt-get install -y docker.io, then start dockerd, or set DOCKER_HOST to a daemon that runs';
/** Marks our containers; the value names the process that owns one. */
export const OWNER_LABEL = 'oomrl.sandbox.owner';
const PIDS = 64;

/** The docker client: OOMRL_DOCKER when set (and nothing else then), else the usual places. Null = not installed. */
export function findDocker(): string | null {
  const named = process.env.OOMRL_DOCKER;
  return (named ? [named] : ['/usr/bin/docker', '/usr/local/bin/docker']).find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The client's environment: where the daemon is, and nothing of ours. HOME keeps it from reading a configuration. */
export const dockerEnv = (): NodeJS.ProcessEnv => ({ ...CLEAN_ENV, HOME: '/nonexistent', ...(process.env.DOCKER_HOST ? { DOCKER_HOST: process.env.DOCKER_HOST } : {}) });

/** Run the client and return its output. @throws Error of the client */
export function docker(args: readonly string[], input?: string): string {
  return execFileSync(findDocker()!, args, { encoding: 'utf8', env: dockerEnv(), input, stdio: ['pipe', 'pipe', 'pipe'], timeout: 20_000 }).trim();
}

/** The filter of `assembleFilter` in Docker's words: the same calls refused with the same errors. */
export function dockerSeccompProfile(): string {
  const deny = (names: readonly string[], errnoRet: number, args: readonly object[] = []) => ({ names, action: 'SCMP_ACT_ERRNO', errnoRet, args });
  const masked = (index: number, mask: number, wanted: number) => [{ index, value: mask >>> 0, valueTwo: wanted >>> 0, op: 'SCMP_CMP_MASKED_EQ' }];
  return JSON.stringify({
    defaultAction: 'SCMP_ACT_ALLOW',
    architectures: [process.arch === 'arm64' ? 'SCMP_ARCH_AARCH64' : 'SCMP_ARCH_X86_64'],
    syscalls: [
      deny(['clone3'], 38),
      deny(['clone'], 1, masked(0, CLONE_THREAD, 0)),
      ...CLONE_NEW_BITS.map((bit) => deny(['clone'], 1, masked(0, bit, bit))),
      ...[TIOCSTI, TIOCLINUX].map((request) => deny(['ioctl'], 1, masked(1, 0xffffffff, request))),
      deny(Object.keys(DENIED_SOCKETS), 13),
      deny(Object.keys(DENIED), 1),
    ],
  });
}

export interface DockerPlaces {
  name: string;
  image: string;
  /** Host directory with the files of /w. */
  files: string;
  /** Host FIFO of each extra fd. */
  fifos: ReadonlyMap<number, string>;
  seccompFile: string;
}

/** Arguments of the client for one container: nothing writable but a bounded /tmp, no network, no capability, one user, bounded in every resource. */
export function dockerArgs(spec: SandboxSpec, limits: SandboxLimits, places: DockerPlaces, command: string): string[] {
  const uid = DOCKER_UID[spec.role];
  const memory = String(limits.addressSpaceBytes + limits.tmpBytes);
  const ulimit = (name: string, value: number) => ['--ulimit', `${name}=${value}:${value}`];
  const env: Record<string, string> = { PATH: '/usr/bin', HOME: '/tmp', LANG: 'C.UTF-8', TZ: 'UTC', ...(spec.runtime === 'python' ? { PYTHONHASHSEED: '0', OPENBLAS_NUM_THREADS: '1' } : {}) };
  return [
    'run', '--rm', '--pull', 'never', '--name', places.name, '--label', `${OWNER_LABEL}=${process.pid}`, '--log-driver', 'none',
    ...(spec.stdin === 'pipe' ? ['-i'] : []),
    '--network', 'none', '--ipc', 'none', '--hostname', 'sandbox', '--read-only', '--user', `${uid}:${uid}`, '--cap-drop', 'ALL',
    '--security-opt', 'no-new-privileges', '--security-opt', `seccomp=${places.seccompFile}`,
    '--pids-limit', String(PIDS), '--memory', memory, '--memory-swap', memory,
    ...ulimit('core', 0), ...ulimit('msgqueue', 0), ...ulimit('fsize', limits.fileBytes), ...ulimit('nofile', limits.openFiles), ...(limits.cpuSeconds === null ? [] : ulimit('cpu', limits.cpuSeconds)),
    '--tmpfs', `/tmp:rw,noexec,nosuid,nodev,size=${limits.tmpBytes},mode=1777`, '--workdir', '/tmp',
    '--mount', `type=bind,src=${places.files},dst=/w,readonly`,
    ...[...places.fifos].flatMap(([fd, file]) => ['--mount', `type=bind,src=${file},dst=/io/${fd}`]),
    ...Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
    '--entrypoint', '/bin/sh', places.image, '-c', launch(spec, limits), 'sh', command, ...(spec.runtimeArgs ?? []), ...spec.argv,
  ];
}

/**
 * Open each FIFO at its fd, bound the address space (Docker has no word for that) and become the program. FIFOs are opened in the
 * order of their fds on both sides; each open waits for the other side.
 */
function launch(spec: SandboxSpec, limits: SandboxLimits): string {
  const fds = [...(spec.extraFds ?? [])].sort((a, b) => a.fd - b.fd);
  const opens = fds.map(({ fd, direction }) => `exec ${fd}${direction === 'in' ? '<' : '>'}/io/${fd}`);
  return ['unset HOSTNAME OLDPWD', 'export PWD', `ulimit -v ${Math.floor(limits.addressSpaceBytes / 1024)}`, ...opens, 'exec "$@"'].join('; ');
}
