import { readdirSync, readFileSync } from 'node:fs';

/** Ticks of proc(5) per second: 100 on every Linux of the last twenty years. */
const TICKS = 100;

/** CPU seconds this process has used. */
export function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/**
 * CPU seconds that the living descendants of this process have used so far; null where there is no /proc. To be read before a sandbox
 * is closed: bubblewrap does not wait for its inner process, so what that one used is not added to its parents.
 */
export function descendantCpuSeconds(): number | null {
  const processes = new Map<number, { parent: number; ticks: number }>();
  try {
    for (const name of readdirSync('/proc')) if (/^\d+$/.test(name)) addProcess(processes, Number(name));
  } catch {
    return null;
  }
  const isOurs = (pid: number): boolean => {
    const parent = processes.get(pid)?.parent ?? 0;
    return parent === process.pid || (parent > 1 && isOurs(parent));
  };
  let ticks = 0;
  for (const [pid, one] of processes) if (isOurs(pid)) ticks += one.ticks;
  return ticks / TICKS;
}

function addProcess(processes: Map<number, { parent: number; ticks: number }>, pid: number): void {
  try {
    // The command name stands in parentheses and may hold spaces; fields are counted behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
    processes.set(pid, { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) });
  } catch {
    // It ended between the listing and the reading.
  }
}
