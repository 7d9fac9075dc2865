import { readFileSync } from 'node:fs';
import { listPids, type ProcessStat, readStat, TICKS_PER_SECOND } from './process-stat';

/** Foreign processes are looked at again every so many samples: a pid may have been given to somebody else. */
const FORGET_EVERY = 50;
/** Environment variable that marks every process of a run, whoever its parent became; runs inside runs are joined by dots. */
export const RUN_VARIABLE = 'OOMRL_BUDGET_RUN';

function isMarked(pid: number, runId: string): boolean {
  try {
    const variable = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').find((v) => v.startsWith(`${RUN_VARIABLE}=`));
    return variable?.slice(RUN_VARIABLE.length + 1).split('.').includes(runId) ?? false;
  } catch {
    return false; // gone, or of another user
  }
}

/** Living processes that carry the mark of a run. */
export const markedProcesses = (runId: string): number[] => listPids().filter((pid) => pid !== process.pid && readStat(pid) !== null && isMarked(pid, runId));

export interface TreeSample {
  /** CPU seconds of the whole tree since it began; never goes down. */
  readonly cpuSeconds: number;
  readonly pids: readonly number[];
}

/**
 * CPU of a process and everything it starts, children that left the group or lost their parent included (they carry the mark).
 * Two lower bounds are kept and the larger one counts: what was seen of each process while it lived, and what parents report of
 * children they waited for, which also has those too short to be seen.
 */
export function watchTree(rootPid: number, runId: string): { sample(): TreeSample } {
  const members = new Map<number, ProcessStat>();
  const foreign = new Set<number>();
  const before = readStat('self')?.reaped ?? 0;
  let [seen, lost, total, samples] = [0, 0, 0, 0];

  const isMember = (pid: number, parent: number): boolean => pid === rootPid || members.has(pid) || members.has(parent) || isMarked(pid, runId);

  return {
    sample() {
      if (++samples % FORGET_EVERY === 0) foreign.clear();
      const alive = new Map<number, ProcessStat>();
      for (const pid of listPids()) {
        if (foreign.has(pid) || pid === process.pid) continue;
        const now = readStat(pid);
        if (!now) continue;
        if (!isMember(pid, now.parent)) {
          foreign.add(pid);
          continue;
        }
        seen += Math.max(0, now.own - (members.get(pid)?.own ?? 0));
        alive.set(pid, now);
      }
      // Who is gone and had no parent in the tree was waited for by nobody we can ask.
      for (const [pid, last] of members) if (!alive.has(pid) && last.parent !== process.pid && !members.has(last.parent)) lost += last.own + last.reaped;
      members.clear();
      for (const [pid, now] of alive) members.set(pid, now);
      const reported = (readStat('self')?.reaped ?? before) - before + lost + [...members.values()].reduce((sum, m) => sum + m.own + m.reaped, 0);
      total = Math.max(total, seen, reported);
      return { cpuSeconds: total / TICKS_PER_SECOND, pids: [...members.keys()] };
    },
  };
}
