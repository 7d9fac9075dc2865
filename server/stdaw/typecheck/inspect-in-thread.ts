import type { Worker } from 'node:worker_threads';
import type { Inspection, InspectRequest } from './inspect-package';
import { MEMORY_MB, startInspector } from './start-inspector';

export interface InspectLimits {
  /** Longest time in ms for one package, counted from when the thread takes it. */
  readonly timeMs: number;
  readonly memoryMb: number;
}

/** An honest package takes less than a second, on a busy machine a few. */
export const INSPECT_LIMITS: InspectLimits = { timeMs: 10_000, memoryMb: MEMORY_MB };
/** Reading the compiler and the libraries, on a very busy machine. */
const START_MS = 60_000;

export type InspectOutcome = { readonly inspection: Inspection } | { readonly limit: 'time' | 'memory' };
type Answer = { readonly ready: true } | { readonly inspection: Inspection } | { readonly error: unknown };

let current: Promise<Worker> | null = null;
let last: Promise<unknown> = Promise.resolve();

/** Start the thread ahead of time: it reads the libraries of the language, which takes half a second. */
export function warmInspector(): void {
  inspector(MEMORY_MB).catch(() => undefined);
}

/**
 * `inspectPackage` in a thread of its own: a type can be written so that the compiler needs hours or gigabytes for it, and a compiler
 * cannot be interrupted. One package at a time; a thread that hits a limit is ended, and the next package gets a new one.
 * @throws Error when the thread breaks for another reason
 */
export function inspectInThread(request: InspectRequest, limits: InspectLimits = INSPECT_LIMITS): Promise<InspectOutcome> {
  const turn = last.then(() => inspectNow(request, limits));
  last = turn.catch(() => undefined);
  return turn;
}

async function inspectNow(request: InspectRequest, { timeMs, memoryMb }: InspectLimits): Promise<InspectOutcome> {
  const worker = await inspector(memoryMb);
  worker.ref();
  try {
    worker.postMessage(request);
    const answer = await answerOf(worker, timeMs);
    if ('inspection' in answer) return answer;
    if ('error' in answer) throw answer.error;
    throw new Error('the thread that checks types gave no answer');
  } catch (error) {
    end(worker);
    if (error === LATE) return { limit: 'time' };
    if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') return { limit: 'memory' };
    throw error;
  } finally {
    worker.unref();
    if (memoryMb !== MEMORY_MB) end(worker);
  }
}

async function inspector(memoryMb: number): Promise<Worker> {
  // Another limit needs another thread, which serves one package.
  if (memoryMb !== MEMORY_MB) return ready(memoryMb);
  current ??= ready(memoryMb).catch((error: unknown) => {
    current = null;
    throw error;
  });
  return current;
}

async function ready(memoryMb: number): Promise<Worker> {
  const worker = await startInspector(memoryMb);
  await answerOf(worker, START_MS);
  // An idle thread does not keep the process alive, and one that breaks while idle is replaced.
  worker.unref();
  worker.on('error', () => end(worker));
  return worker;
}

const LATE = new Error('the limit of time is over');

function answerOf(worker: Worker, timeMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const done = (): void => {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
    };
    const onMessage = (answer: Answer): void => {
      done();
      resolve(answer);
    };
    const onError = (error: Error): void => {
      done();
      reject(error);
    };
    const onExit = (): void => onError(new Error('the thread that checks types ended'));
    const timer = setTimeout(() => onError(LATE), timeMs);
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}

function end(worker: Worker): void {
  void current?.then((kept) => {
    if (kept === worker) current = null;
  }, () => undefined);
  void worker.terminate();
}
