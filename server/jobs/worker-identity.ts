import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Reads a file of /proc; null on systems without it. */
function read(work: () => string): string | null {
  try {
    return work().trim();
  } catch {
    return null;
  }
}

/** One kernel boot and one pid namespace: only there does a pid mean a process. */
const place = (): string => {
  const boot = read(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'));
  const namespace = read(() => readlinkSync('/proc/self/ns/pid'))?.replace(/\D/g, '');
  return boot && namespace ? `${boot}.${namespace}` : hostname();
};

/** Field 22 of /proc/PID/stat; tells a process from a later one with the same pid. */
function startTime(pid: number): string | null {
  const stat = read(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

/** Name of this process as a lease owner: `pid.start@boot.namespace`. */
export const workerIdentity = (): string => `${process.pid}.${startTime(process.pid) ?? 0}@${place()}`;

/**
 * True when the owner certainly no longer runs: same boot and namespace, but its pid is gone or belongs to a younger process.
 * An owner elsewhere is never called dead; its lease must run out.
 */
export function isOwnerDead(owner: string): boolean {
  const [process_, where] = owner.split('@');
  const [pidText, start] = (process_ ?? '').split('.');
  if (where !== place()) return false;
  const pid = Number(pidText);
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  const now = startTime(pid);
  return now !== null && start !== '0' && now !== start;
}
