import { spawnSync } from 'node:child_process';
import { closeSync } from 'node:fs';
import { HOST_UID } from './bwrap-command';
import { type CgroupState, findCgroup } from './cgroup-home';
import { CLEAN_ENV } from './clean-env';
import { openGroup, type SandboxGroup, sweepGroups } from './sandbox-group';
import { DEFAULT_LIMITS, type SandboxLimits } from './types';

let state: CgroupState = { whyNot: 'not looked for yet' };

/** Look for a delegated cgroup, remove what an owner that was killed left there, and prove that a process can be put into a group. */
export function prepareCgroups(): void {
  const found = findCgroup();
  state = found;
  if ('whyNot' in found) return;
  const { dir } = found.home;
  try {
    sweepGroups(dir);
    const group = openGroup(found.home, DEFAULT_LIMITS);
    const isRoot = process.getuid!() === 0;
    const [command, ...args] = enterGroup(3, ['/bin/true']);
    const ran = spawnSync(command!, args, { env: CLEAN_ENV, stdio: ['ignore', 'ignore', 'pipe', group.entranceFd], ...(isRoot ? { uid: HOST_UID.subject, gid: HOST_UID.subject } : {}) });
    closeSync(group.entranceFd);
    group.close();
    if (ran.status !== 0) state = { whyNot: `a process cannot be put into a group of ${dir}: ${String(ran.stderr).trim().slice(0, 200)}` };
  } catch (error) {
    state = { whyNot: `${dir} cannot be used: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** A group for one sandbox; null where nothing is delegated and rlimits are the only bounds. */
export const openSandboxGroup = (limits: SandboxLimits): SandboxGroup | null => ('home' in state ? openGroup(state.home, limits) : null);

/**
 * The command, which first enters the group behind fd `entrance` (one digit, as the shell wants it) and closes the fd. The shell becomes
 * the command, so not one process of the sandbox is ever outside.
 */
export const enterGroup = (entrance: number, command: readonly string[]): string[] => ['/bin/sh', '-c', `echo 0 >&${entrance} && exec ${entrance}>&- && exec "$@"`, 'sh', ...command];

/** Which layers bound memory, processes and CPU, for people. */
export function limitLayers(): string {
  if ('whyNot' in state) return `rlimits only (no cgroup: ${state.whyNot})`;
  const { controllers, dir } = state.home;
  const bounds = controllers.filter((name) => name !== 'cpu');
  return `rlimits and cgroup v2 in ${dir} (${bounds.length > 0 ? `bounds ${bounds.join(' and ')}` : 'bounds nothing'}, measures CPU${bounds.includes('memory') ? ' and memory' : ''})`;
}
