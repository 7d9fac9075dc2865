import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CLEAN_ENV } from './clean-env';

/** Two ends of one pipe, both blocking and close-on-exec. Close yours after handing it to a process, or EOF never comes. */
export interface Pipe {
  read: number;
  write: number;
}

const BATCH = 8;
const ready: Pipe[] = [];

/**
 * A nameless pipe whose ends can be given to two sandboxed processes as raw fds. Node cannot make one, so FIFOs are opened
 * and unlinked; starting mkfifo costs milliseconds, hence a batch at a time.
 */
export function createPipe(): Pipe {
  if (ready.length === 0) ready.push(...openBatch());
  return ready.pop()!;
}

function openBatch(): Pipe[] {
  const dir = mkdtempSync(path.join(tmpdir(), 'oomrl-fifo-'));
  try {
    const names = Array.from({ length: BATCH }, (_, i) => path.join(dir, String(i)));
    execFileSync('mkfifo', ['-m', '600', ...names], { env: CLEAN_ENV });
    return names.map(openEnds);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** A FIFO opens without waiting only when the other side is open: hold both, then open each end by itself. */
function openEnds(name: string): Pipe {
  const both = openSync(name, constants.O_RDWR);
  const pipe = { read: openSync(name, constants.O_RDONLY), write: openSync(name, constants.O_WRONLY) };
  closeSync(both);
  return pipe;
}
