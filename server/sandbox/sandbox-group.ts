import { mkdirSync, openSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from './is-alive';
import type { CgroupHome } from './cgroup-home';
import type { SandboxLimits, SandboxUsage } from './types';

/** Threads and processes of one sandbox: bwrap, its first process and an interpreter with its pool. */
const PIDS = 64;
const NAME = /^oomrl-sandbox-(\d+)-\d+$/;
const REMOVE_TRIES = 20;
const REMOVE_WAIT_MS = 25;

let count = 0;

/** A cgroup for one sandbox. */
export interface SandboxGroup {
  /** Writing "0" here moves the writer in; the right to do so was checked for us when it was opened. The caller closes it. */
  readonly entranceFd: number;
  /** Ends what is left in it, reads what it used, and removes it. */
  close(): SandboxUsage;
}

/** Memory (with the bytes of /tmp, no swap) and processes are bounded by the kernel for all of the sandbox together. */
export function openGroup({ dir, controllers }: CgroupHome, limits: SandboxLimits): SandboxGroup {
  const group = path.join(dir, `oomrl-sandbox-${process.pid}-${++count}`);
  mkdirSync(group);
  const set = (file: string, value: string) => writeFileSync(path.join(group, file), value);
  if (controllers.includes('memory')) {
    set('memory.max', String(limits.addressSpaceBytes + limits.tmpBytes));
    trySet(group, 'memory.swap.max', '0'); // absent on a kernel without swap accounting
    set('memory.oom.group', '1');
  }
  if (controllers.includes('pids')) set('pids.max', String(PIDS));
  return {
    entranceFd: openSync(path.join(group, 'cgroup.procs'), 'w'),
    close() {
      trySet(group, 'cgroup.kill', '1');
      const usage = readUsage(group);
      remove(group, REMOVE_TRIES);
      return usage;
    },
  };
}

/** Groups whose owner was killed before it could remove them, with whatever still runs in them. Returns how many there were. */
export function sweepGroups(dir: string): number {
  const orphans = readdirSync(dir).filter((name) => {
    const owner = NAME.exec(name)?.[1];
    return owner !== undefined && !isAlive(Number(owner));
  });
  for (const name of orphans) {
    trySet(path.join(dir, name), 'cgroup.kill', '1');
    remove(path.join(dir, name), REMOVE_TRIES);
  }
  return orphans.length;
}

/** CPU time and the most memory at once, of all processes of the group; memory is null where its controller is not ours. */
function readUsage(group: string): SandboxUsage {
  const peak = tryRead(group, 'memory.peak');
  return { cpuMs: Number(/^usage_usec (\d+)$/m.exec(tryRead(group, 'cpu.stat') ?? '')?.[1] ?? 0) / 1000, peakMemoryBytes: peak === null ? null : Number(peak) };
}

/** A group can be removed when its last process is reaped, a moment after it died. */
function remove(group: string, tries: number): void {
  try {
    rmdirSync(group);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EBUSY' && tries > 0) setTimeout(() => remove(group, tries - 1), REMOVE_WAIT_MS).unref();
  }
}

function trySet(group: string, file: string, value: string): void {
  try {
    writeFileSync(path.join(group, file), value);
  } catch {
    // the kernel does not have it, or the group is gone
  }
}

function tryRead(group: string, file: string): string | null {
  try {
    return readFileSync(path.join(group, file), 'utf8');
  } catch {
    return null;
  }
}
