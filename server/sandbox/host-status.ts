import { readdirSync, readFileSync } from 'node:fs';

/** What the kernel says about the innermost process below `pid`: the sandboxed program itself. Null when it is gone. */
export function innermostStatus(pid: number): Record<string, string> | null {
  const innermost = innermostPid(pid);
  const status = readStatus(innermost);
  return status && { ...status, Interfaces: networkInterfaces(innermost) };
}

/** Pid on the host of the last process of the chain below `pid`. */
export function innermostPid(pid: number): number {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    const status = /^\d+$/.test(name) ? readStatus(Number(name)) : null;
    if (status) parents.set(Number(name), Number(status.PPid));
  }
  let current = pid;
  for (;;) {
    const child = [...parents].find(([, parent]) => parent === current)?.[0];
    if (child === undefined) return current;
    current = child;
  }
}

function networkInterfaces(pid: number): string {
  try {
    const names = readFileSync(`/proc/${pid}/net/dev`, 'utf8').matchAll(/^\s*(\S+):/gm);
    return [...names].map((match) => match[1]).join(' ');
  } catch {
    return 'unknown';
  }
}

function readStatus(pid: number): Record<string, string> | null {
  try {
    const lines = readFileSync(`/proc/${pid}/status`, 'utf8').trim().split('\n');
    return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]));
  } catch {
    return null;
  }
}
