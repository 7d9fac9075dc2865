import { spawn, type StdioOptions } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { AppError } from '@/server/contracts/errors';
import { BWRAP_INSTALL, bwrapArgs, findBwrap, findPrlimit, HOST_UID, prlimitArgs } from './bwrap-command';
import { enterGroup, limitLayers, openSandboxGroup, prepareCgroups } from './cgroup-layer';
import { checkSpec, FIRST_EXTRA_FD } from './check-spec';
import { openHiddenFile } from './hidden-file';
import { CLEAN_ENV } from './clean-env';
import { findLeakedFds } from './leaked-fds';
import { assembleFilter, encodeFilter, type SeccompArch } from './seccomp-filter';
import { superviseProcess } from './supervise-process';
import { DEFAULT_LIMITS, type SandboxBackend, type SandboxProcess, type SandboxSpec } from './types';

const MAX_COVERED_FD = 4095;
/** The shell that enters the group takes descriptors of one digit only. */
const LAST_SHELL_FD = 9;

/** bubblewrap: own uid, namespaces without network, no /proc, read-only root, one bounded tmpfs, seccomp, rlimits. */
export const bwrapBackend: SandboxBackend = {
  name: 'bwrap',
  missingParts() {
    if (process.platform !== 'linux') return { missing: 'Linux (bubblewrap needs its namespaces)', howToFix: 'Run the console on Linux, or in a Linux VM.' };
    if (!findArch()) return { missing: `a seccomp filter for ${process.arch}`, howToFix: 'Use an x64 or arm64 machine.' };
    if (!findBwrap()) return { missing: 'bubblewrap', howToFix: BWRAP_INSTALL };
    if (!findPrlimit()) return { missing: 'prlimit', howToFix: 'apt-get install -y util-linux' };
    return null;
  },
  prepare: () => Promise.resolve(prepareCgroups()),
  limits: limitLayers,
  spawn: spawnBwrap,
};

function findArch(): SeccompArch | null {
  return process.arch === 'x64' || process.arch === 'arm64' ? process.arch : null;
}

let filterBytes: Buffer | null = null;

function spawnBwrap(spec: SandboxSpec): SandboxProcess {
  const limits = { ...DEFAULT_LIMITS, ...spec.limits };
  const missing = bwrapBackend.missingParts();
  if (missing) throw new AppError('MISSING_PART', `The sandbox needs ${missing.missing}. ${missing.howToFix}`);
  checkSpec(spec, limits.fileBytes, 63);
  filterBytes ??= encodeFilter(assembleFilter(findArch()!));

  const own: number[] = [];
  const group = openSandboxGroup(limits);
  try {
    const stdio = new Map<number, 'pipe' | number>();
    for (const extra of spec.extraFds ?? []) stdio.set(extra.fd, extra.raw ?? 'pipe');
    const free = (): number => {
      let fd = FIRST_EXTRA_FD;
      while (stdio.has(fd)) fd++;
      return fd;
    };
    const entrance = free();
    if (group) {
      if (entrance > LAST_SHELL_FD) throw new AppError('INTERNAL', `Leave one of the fds ${FIRST_EXTRA_FD} to ${LAST_SHELL_FD} free for the cgroup of the sandbox.`);
      own.push(group.entranceFd);
      stdio.set(entrance, group.entranceFd);
    }
    coverLeaks(stdio, own);
    const place = (data: Buffer): number => {
      const fd = free();
      own.push(openHiddenFile(data));
      stdio.set(fd, own.at(-1)!);
      return fd;
    };
    const fileFds = spec.files.map((file) => place(file.data));
    const seccompFd = place(filterBytes);
    const isRoot = process.getuid!() === 0;
    const command = [findPrlimit()!, ...prlimitArgs(limits, isRoot), '--', findBwrap()!, ...bwrapArgs(spec, limits, fileFds, seccompFd)];
    const [file, ...args] = group ? enterGroup(entrance, command) : command;
    const child = spawn(file!, args, {
      // An own process group: a Ctrl-C in the terminal is the engine's to handle, and kill reaches prlimit and bwrap alike.
      detached: true,
      cwd: '/',
      env: CLEAN_ENV,
      stdio: layOut(spec.stdin ?? 'ignore', stdio),
      // Never bwrap as uid 0: inside a user namespace that is still the host's root for file permissions.
      ...(isRoot ? { uid: HOST_UID[spec.role], gid: HOST_UID[spec.role] } : {}),
    });
    const supervised = superviseProcess(child, spec, limits);
    return group ? { ...supervised, exited: supervised.exited.then((exit) => ({ ...exit, usage: group.close() })) } : supervised;
  } finally {
    for (const fd of own) closeSync(fd);
  }
}

/**
 * bwrap passes on every inheritable descriptor of this process, past all mount rules (the class of CVE-2024-21626): put
 * /dev/null over each in the child. closeLeakedFds() at start leaves none; this holds where a process cannot close them.
 */
function coverLeaks(stdio: Map<number, 'pipe' | number>, own: number[]): void {
  const leaked = findLeakedFds().filter((fd) => !stdio.has(fd));
  if (leaked.length === 0) return;
  const highest = Math.max(...leaked);
  if (highest > MAX_COVERED_FD) throw new AppError('INTERNAL', `Descriptor ${highest} of this process would be inherited by the sandbox. Call closeLeakedFds() when the process starts.`);
  own.push(openSync('/dev/null', 'r'));
  for (const fd of leaked) stdio.set(fd, own.at(-1)!);
}

function layOut(stdin: 'pipe' | 'ignore', extra: Map<number, 'pipe' | number>): Exclude<StdioOptions, string> {
  const highest = Math.max(...extra.keys());
  return Array.from({ length: highest + 1 }, (_, fd) => (fd === 0 ? stdin : fd < FIRST_EXTRA_FD ? 'pipe' : (extra.get(fd) ?? 'ignore')));
}
