import { closeSync, readdirSync, readFileSync } from 'node:fs';

const O_CLOEXEC = 0o2000000;

/**
 * Descriptors ≥ 3 of this process that every child would inherit (not close-on-exec). bwrap passes them on: code in the
 * sandbox then reads whatever they point to, outside of every mount rule (same class as CVE-2024-21626).
 */
export function findLeakedFds(): number[] {
  return readdirSync('/proc/self/fd')
    .map(Number)
    .filter((fd) => fd >= 3 && isInheritable(fd));
}

function isInheritable(fd: number): boolean {
  let info: string;
  try {
    info = readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8');
  } catch {
    return false; // the descriptor of the directory listing itself, closed by now
  }
  const flags = /^flags:\s*([0-7]+)/m.exec(info);
  return flags !== null && (Number.parseInt(flags[1]!, 8) & O_CLOEXEC) === 0;
}

/** Close every inherited descriptor; call first thing in the engine and the CLI, which own none. Returns what was closed. */
export function closeLeakedFds(): number[] {
  const leaked = findLeakedFds();
  for (const fd of leaked) closeSync(fd);
  return leaked;
}
