import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmdirSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CLEAN_ENV } from './clean-env';

/** Two ends of one pipe, both blocking and close-on-exec. Close yours after handing it to a process, or EOF never comes. */
export interface Pipe {
  read: number;
  write: number;
}

const BATCH = 32;
const names: string[] = [];

/** Node cannot make an anonymous pipe for two children. One mkfifo makes a batch of FIFOs; a name is used once. */
function nextFifo(): string {
  if (names.length === 0) {
    const dir = mkdtempSync(path.join(tmpdir(), 'oomrl-fifo-'));
    const batch = Array.from({ length: BATCH }, (_, i) => path.join(dir, String(i)));
    execFileSync('mkfifo', ['-m', '600', ...batch], { env: CLEAN_ENV });
    names.push(...batch);
    removeAtExit();
  }
  return names.pop()!;
}

let registered = false;
function removeAtExit(): void {
  if (registered) return;
  registered = true;
  process.once('exit', () => {
    const dirs = new Set(names.map((name) => path.dirname(name)));
    for (const name of names) unlinkSync(name);
    for (const dir of dirs) rmdirSync(dir);
  });
}

/** A nameless pipe whose ends can be given to two sandboxed processes as raw fds. */
export function createPipe(): Pipe {
  const name = nextFifo();
  // A FIFO opens without waiting only when the other side is open: hold both, then open each end by itself.
  const both = openSync(name, constants.O_RDWR);
  const read = openSync(name, constants.O_RDONLY);
  const write = openSync(name, constants.O_WRONLY);
  closeSync(both);
  unlinkSync(name);
  const dir = path.dirname(name);
  if (names.length === 0) rmdirSync(dir);
  return { read, write };
}
