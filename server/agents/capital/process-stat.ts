import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ of every Linux build that Node 20 runs on. */
export const TICKS_PER_SECOND = 100;

export interface ProcessStat {
  readonly parent: number;
  /** CPU ticks of the process itself, and of the children it has waited for. */
  readonly own: number;
  readonly reaped: number;
}

/** Fields of /proc/PID/stat; null when the process is gone. */
export function readStat(pid: number | 'self'): ProcessStat | null {
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

/** Every process of the machine that may be seen; none where there is no /proc. */
export function listPids(): number[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number);
  } catch {
    return [];
  }
}
