import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A cgroup v2 directory that belongs to this program, in which each sandbox gets a group of its own. */
export interface CgroupHome {
  readonly dir: string;
  /** What the kernel enforces in the groups below. */
  readonly controllers: readonly Controller[];
}
export type CgroupState = { readonly home: CgroupHome } | { readonly whyNot: string };
type Controller = 'memory' | 'pids' | 'cpu';

const WANTED: readonly Controller[] = ['memory', 'pids', 'cpu'];
/** Where this program itself lives: a group with controllers for its children may hold no process. */
const OWN_LEAF = 'oomrl-own';

/** Path of this process in the v2 hierarchy, from /proc/self/cgroup. Null without one. */
export const parseOwnGroup = (text: string): string | null => /^0::(\/.*)$/m.exec(text)?.[1] ?? null;

/** Where the v2 hierarchy is mounted and which part of it, from /proc/self/mountinfo. */
export function parseCgroupMount(text: string): { readonly at: string; readonly root: string } | null {
  const found = /^\d+ \d+ \S+ (\S+) (\S+) .* - cgroup2 /m.exec(text);
  return found ? { at: found[2]!, root: found[1]! } : null;
}

/**
 * The directory that is delegated to this program, or why there is none. OOMRL_CGROUP names one (`off` = none); else it is the group
 * of this process when it may write there: its own by uid (systemd `Delegate=yes` with `User=`), or the root of a container. Root
 * may write everywhere, so in a group of systemd only what OOMRL_CGROUP names counts as delegated.
 */
export function findCgroup(): CgroupState {
  const named = process.env.OOMRL_CGROUP;
  if (named === 'off') return { whyNot: 'OOMRL_CGROUP is off' };
  try {
    return named ? takeHome(named, true) : takeOwnGroup();
  } catch (error) {
    return { whyNot: `${named ?? 'the group of this process'} cannot be used: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function takeOwnGroup(): CgroupState {
  const mount = parseCgroupMount(readFileSync('/proc/self/mountinfo', 'utf8'));
  const group = parseOwnGroup(readFileSync('/proc/self/cgroup', 'utf8'));
  if (!mount || group === null) return { whyNot: 'cgroup v2 is not mounted' };
  const own = path.join(mount.at, path.relative(mount.root, group));
  const dir = path.basename(own) === OWN_LEAF ? path.dirname(own) : own;
  const uid = process.getuid!();
  const isOurs = uid === 0 ? path.relative(mount.at, dir) === '' : statSync(dir).uid === uid;
  if (!isOurs) return { whyNot: `${dir} is not delegated to this program (systemd: Delegate=yes; as root name the directory in OOMRL_CGROUP)` };
  return takeHome(dir, false);
}

/** @param asked a person named the directory: then it is used with whatever controllers it has */
function takeHome(dir: string, asked: boolean): CgroupState {
  for (const file of ['cgroup.procs', 'cgroup.subtree_control']) accessSync(path.join(dir, file), constants.W_OK);
  const offered = readFileSync(path.join(dir, 'cgroup.controllers'), 'utf8').trim().split(' ');
  const controllers = WANTED.filter((name) => offered.includes(name));
  if (!asked && !['memory', 'pids'].every((name) => offered.includes(name))) return { whyNot: `${dir} has no controllers memory and pids` };
  // In a container of root's the other processes may be anybody's: they are moved only when a person said that the group is ours.
  if (controllers.length > 0) enable(dir, controllers, asked || process.getuid!() !== 0);
  return { home: { dir, controllers } };
}

function enable(dir: string, controllers: readonly Controller[], mayMove: boolean): void {
  const control = path.join(dir, 'cgroup.subtree_control');
  const isOn = () => controllers.every((name) => readFileSync(control, 'utf8').trim().split(' ').includes(name));
  if (isOn()) return;
  const leaf = path.join(dir, OWN_LEAF);
  // The root of a hierarchy may hold processes; it is the one group without this file.
  const living = existsSync(path.join(dir, 'cgroup.type')) ? readFileSync(path.join(dir, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean) : [];
  if (living.length > 0) {
    if (!mayMove) throw new Error(`${living.length} processes live in it; name it in OOMRL_CGROUP to have them moved into a group below`);
    mkdirSync(leaf, { recursive: true });
    for (const pid of living) writeFileSync(path.join(leaf, 'cgroup.procs'), pid);
  }
  writeFileSync(control, controllers.map((name) => `+${name}`).join(' '));
}
