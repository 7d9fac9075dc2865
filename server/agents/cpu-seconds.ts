import { readFileSync } from 'node:fs';

/** USER_HZ of every Linux build that Node 20 runs on. */
const TICKS_PER_SECOND = 100;

/**
 * CPU seconds of this process and of the children it has reaped (sandboxes, git), so that a verification costs what it burns.
 * Other jobs of the engine that run at the same time are in it too: the number is an upper bound for one attempt.
 */
export function cpuSeconds(): number {
  const own = process.cpuUsage();
  return (own.user + own.system) / 1e6 + reapedChildren();
}

function reapedChildren(): number {
  try {
    // proc(5): fields 16 and 17 are cutime and cstime; the command name in parentheses may hold spaces.
    const text = readFileSync('/proc/self/stat', 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    // No /proc (macOS): only the engine's own time is known.
    return 0;
  }
}
