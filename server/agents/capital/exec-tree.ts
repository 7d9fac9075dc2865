import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ of every Linux build that Node 20 runs on. */
const TICKS_PER_SECOND = 100;
/** Foreign processes are looked at again every so many samples: a pid may have been given to somebody else. */
const FORGET_EVERY = 50;
/** Environment variable that marks every process of a run, whoever its parent became; runs inside runs are joined by dots. */
export const RUN_VARIABLE = 'OOMRL_BUDGET_RUN';

interface Reading {
  readonly parent: number;
  /** CPU ticks of the process itself, and of the children it has waited for. */
  readonly own: number;
  readonly reaped: number;
}

/** Fields of /proc/PID/stat; null when the process is gone. */
function readStat(pid: number | 'self'): Reading | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the command name in parentheses may hold spaces and parentheses; fields are counted behind the last one.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    // A zombie has used what it used and waits for its parent: no member any more.
    if (fields[0] === 'Z' && pid !== 'self') return null;
    return { parent: Number(fields[1]), own: Number(fields[11]) + Number(fields[12]), reaped: Number(fields[13]) + Number(fields[14]) };
  } catch {
    return null;
  }
}

function isMarked(pid: number, runId: string): boolean {
  try {
    const variable = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').find((v) => v.startsWith(`${RUN_VARIABLE}=`));
    return variable?.slice(RUN_VARIABLE.length + 1).split('.').includes(runId) ?? false;
  } catch {
    return false; // gone, or of another user
  }
}

const pids = (): number[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);

/** Living processes that carry the mark of a run. */
export const markedProcesses = (runId: string): number[] => pids().filter((pid) => pid !== process.pid && readStat(pid) !== null && isMarked(pid, runId));

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
  const members = new Map<number, Reading>();
  const foreign = new Set<number>();
  const before = readStat('self')?.reaped ?? 0;
  let [seen, lost, total, samples] = [0, 0, 0, 0];

  const isMember = (pid: number, parent: number): boolean => pid === rootPid || members.has(pid) || members.has(parent) || isMarked(pid, runId);

  return {
    sample() {
      if (++samples % FORGET_EVERY === 0) foreign.clear();
      const alive = new Map<number, Reading>();
      for (const pid of pids()) {
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
