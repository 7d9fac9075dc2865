import { listPids, type ProcessStat, readStat, TICKS_PER_SECOND } from './process-stat';

/**
 * CPU seconds of this process, of the children it has waited for, and of everything that lives below it now: a sandbox that still
 * runs is in it, so that a long call can be stopped while it runs. Without /proc (macOS) only this process is known.
 */
export function treeCpuSeconds(): number {
  const own = process.cpuUsage();
  let ticks = readStat('self')?.reaped ?? 0;
  const childrenOf = new Map<number, { pid: number; stat: ProcessStat }[]>();
  for (const pid of listPids()) {
    const stat = readStat(pid);
    if (!stat) continue;
    const siblings = childrenOf.get(stat.parent);
    if (siblings) siblings.push({ pid, stat });
    else childrenOf.set(stat.parent, [{ pid, stat }]);
  }
  const open = [process.pid];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const { pid, stat } of childrenOf.get(parent) ?? []) {
      ticks += stat.own + stat.reaped;
      open.push(pid);
    }
  }
  return (own.user + own.system) / 1e6 + ticks / TICKS_PER_SECOND;
}
