import type { ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '@/server/contracts/errors';
import type { KillReason, SandboxExit, SandboxLimits, SandboxProcess, SandboxSpec } from './types';

const DEFAULT_STREAM_CAP = 64 << 20;

/** For a sandbox that is not a child of this process: where its extra fds come out, and how it is ended. */
export interface RemoteEnds {
  stream(fd: number): Readable | Writable | null;
  /** Processes that carry those fds; the sandbox is gone when they are. */
  relays: readonly ChildProcess[];
  kill(): void;
}

/** Watchdogs, output caps and the exit of a started sandbox. */
export function superviseProcess(child: ChildProcess, spec: SandboxSpec, limits: SandboxLimits, remote?: RemoteEnds): SandboxProcess {
  const started = performance.now();
  let killedBy: KillReason | null = null;
  let spawnError: string | null = null;
  let wall: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  let idleMs: number | undefined;
  let gone = false;

  const kill = (reason: KillReason = 'kill'): void => {
    if (gone) return;
    killedBy ??= reason;
    remote?.kill();
    // bwrap's child dies with it (--die-with-parent), and with the first process of a pid namespace everything in it.
    if (child.pid !== undefined) killGroup(child.pid);
  };
  const touch = (): void => {
    if (idleMs === undefined || gone) return;
    if (idle) idle.refresh();
    else idle = setTimeout(() => kill('idle'), idleMs);
  };
  const arm = (clocks: { wallMs?: number; idleMs?: number }): void => {
    clearTimeout(wall);
    clearTimeout(idle);
    idle = undefined;
    idleMs = clocks.idleMs;
    if (gone) return;
    if (clocks.wallMs !== undefined) wall = setTimeout(() => kill('wall'), clocks.wallMs);
    touch();
  };

  /** Count what comes out; beyond the cap the process is killed. Returns the text kept so far. */
  const watch = (stream: Readable, cap: number, keep: boolean): (() => string) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      touch();
      if (keep && bytes < cap) chunks.push(chunk.subarray(0, cap - bytes));
      bytes += chunk.length;
      if (bytes > cap) kill('output');
    });
    stream.on('error', () => kill());
    return () => Buffer.concat(chunks).toString('utf8');
  };

  const readers = new Map<number, Readable>();
  const writers = new Map<number, Writable>();
  for (const extra of spec.extraFds ?? []) {
    if (extra.raw !== undefined) continue;
    const stream = (remote ? remote.stream(extra.fd) : child.stdio[extra.fd]) as (Readable & Writable) | null | undefined;
    if (!stream) continue; // the start failed; `exited` says so
    if (extra.direction === 'out') {
      watch(stream, extra.capBytes ?? DEFAULT_STREAM_CAP, false);
      readers.set(extra.fd, stream);
    } else {
      writers.set(extra.fd, swallowErrors(stream));
    }
  }
  const stdout = child.stdout ? watch(child.stdout, spec.stdout === 'pipe' ? DEFAULT_STREAM_CAP : limits.textBytes, spec.stdout !== 'pipe') : () => '';
  const stderr = child.stderr ? watch(child.stderr, limits.textBytes, true) : () => '';
  if (child.stdin) swallowErrors(child.stdin);

  const exited = new Promise<SandboxExit>((resolve) => {
    const finish = (code: number | null, signal: string | null): void => {
      if (gone) return;
      gone = true;
      clearTimeout(wall);
      clearTimeout(idle);
      resolve({ code, signal, killedBy, ms: performance.now() - started, stdout: stdout(), stderr: spawnError ?? stderr() });
    };
    child.once('close', (code: number | null, signal: string | null) => {
      // 'close', not 'exit': all pipes have ended, so nobody inside is left holding them
      void Promise.all((remote?.relays ?? []).map(closeOf)).then(() => finish(code, signal));
    });
    child.once('error', (error) => {
      spawnError = error.message;
      if (child.pid === undefined) finish(null, null);
    });
  });
  arm(spec);

  return {
    pid: child.pid ?? -1,
    stdin: child.stdin,
    stdout: spec.stdout === 'pipe' ? child.stdout : null,
    readable: (fd) => readers.get(fd) ?? notAnEnd(fd, 'out'),
    writable: (fd) => writers.get(fd) ?? notAnEnd(fd, 'in'),
    arm,
    touch,
    kill,
    exited,
  };
}

/** A reader that went away is told by `exited`; an unhandled EPIPE would end the engine. */
function swallowErrors<W extends Writable>(stream: W): W {
  stream.on('error', () => undefined);
  return stream;
}

function notAnEnd(fd: number, direction: string): never {
  throw new AppError('INTERNAL', `Fd ${fd} is not an '${direction}' stream of this sandbox.`);
}

function closeOf(relay: ChildProcess): Promise<void> {
  return relay.exitCode !== null || relay.signalCode !== null ? Promise.resolve() : new Promise((resolve) => void relay.once('close', () => resolve()));
}

function killGroup(pid: number): void {
  for (const target of [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // gone already
    }
  }
}
