import { readdirSync, readFileSync } from 'node:fs';

/** Process ids of the living children of a process whose command line matches (Linux: /proc). */
export function childrenOf(pid: number, command: RegExp): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        // pid (comm) state ppid …; the name in brackets may hold blanks and brackets itself.
        const [state, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
        return Number(parent) === pid && state !== 'Z' && command.test(readFileSync(`/proc/${name}/cmdline`, 'utf8'));
      } catch {
        return false; // ended meanwhile
      }
    })
    .map(Number);
}
