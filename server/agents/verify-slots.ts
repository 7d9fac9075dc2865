import { cpus } from 'node:os';

/** Verifications at the same time: each keeps a processor busy, more than there are would only run into each other's time limits. */
const SLOTS = Math.max(1, cpus().length);
let busy = 0;
const queue: (() => void)[] = [];

/** Runs the work when a slot is free, first come, first served. @throws the signal's reason when aborted while waiting */
export async function withVerifySlot<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  if (busy >= SLOTS) await turn(signal);
  else busy++;
  try {
    return await work();
  } finally {
    const next = queue.shift();
    // The slot is handed on, so `busy` stays.
    if (next) next();
    else busy--;
  }
}

function turn(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const start = (): void => {
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const stop = (): void => {
      queue.splice(queue.indexOf(start), 1);
      reject(signal.reason);
    };
    queue.push(start);
    signal.addEventListener('abort', stop, { once: true });
  });
}
