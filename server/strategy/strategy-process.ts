import { closeSync, writeSync } from 'node:fs';
import { type ConnectOpts, Socket, type SocketConstructorOpts } from 'node:net';
import { AppError } from '@/server/contracts/errors';
import { createPipe, type Pipe } from '@/server/sandbox/pipe';
import { readRepoFile } from '@/server/sandbox/repo-file';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { spawnSandboxed } from '@/server/sandbox/spawn-sandboxed';
import type { SandboxProcess, SandboxRuntime } from '@/server/sandbox/types';
import { ReplyReader } from './strategy-protocol';

type Language = 'typescript' | 'python';

/** How the bootstrap of each language is started; the first file is the program. */
const DRIVERS: Readonly<Record<Language, { runtime: SandboxRuntime; args: readonly string[]; files: readonly string[] }>> = {
  typescript: {
    runtime: 'node',
    args: ['--experimental-vm-modules', '--no-warnings', '--disallow-code-generation-from-strings', '--disable-proto=delete', '--max-old-space-size=256', '--stack-size=900', '--v8-pool-size=1', '--single-threaded'],
    files: ['server/strategy/subject-driver.cjs', 'server/strategy/frame-pipe.cjs', 'server/strategy/row-history.cjs', 'server/sandbox/hardened-realm.cjs'],
  },
  python: {
    runtime: 'python',
    args: ['-s', '-S', '-B'],
    files: ['strategy_driver', 'package_realm', 'allowed_names'].map((name) => `server/strategy/python/${name}.py`),
  },
};
/** Pipes of our own, not streams of the child: the engine then spends half as much on a day's round trip. */
const REPLY_FD = 4;
const FRAME_FD = 5;
const MAX_REPLY_BYTES = 4 << 20;
/** Over the life of the process: ten years of the largest honest answers. */
const MAX_TOTAL_BYTES = 1 << 30;
const CLOSE_MS = 250;

interface Waiting {
  resolve(answer: Buffer): void;
  reject(error: AppError): void;
}

/** One sandboxed process that answers one message at a time. Dead after its first fault. */
export class StrategyProcess {
  private readonly child: SandboxProcess;
  private readonly frames: Socket;
  private readonly framesFd: number;
  private readonly ended: Promise<void>;
  private bytes = 0;
  private readonly reader = new ReplyReader(MAX_REPLY_BYTES);
  private waiting: Waiting | null = null;
  private clock: NodeJS.Timeout | null = null;
  private clockMs = 0;
  private dead: AppError | null = null;

  private constructor(child: SandboxProcess, frames: Pipe, replies: Pipe) {
    this.child = child;
    this.framesFd = frames.write;
    this.frames = new Socket({ fd: frames.write, readable: false, writable: true });
    const heard = readInto(replies.read, (chunk) => this.receive(chunk));
    const closed = [this.frames, heard].map((end) => new Promise((done) => void end.on('error', () => undefined).once('close', done)));
    this.ended = child.exited.then(async (exit) => {
      this.frames.destroy();
      await Promise.all(closed); // what it said before it ended is heard first
      const how = exit.killedBy ?? exit.signal ?? `exit code ${exit.code}`;
      this.fail(new AppError('STRATEGY_FAILED', `The strategy process ended (${how}). It is limited to 1 GiB of memory and one process.`, { stderr: exit.stderr.slice(0, 2000) }));
    });
  }

  /** @throws AppError MISSING_PART when this machine cannot isolate */
  static async start(language: Language): Promise<StrategyProcess> {
    await requireSandbox();
    const { runtime, args, files } = DRIVERS[language];
    const mounted = files.map((file) => ({ at: `/w/${file.slice(file.lastIndexOf('/') + 1)}`, data: readRepoFile(file) }));
    const [frames, replies] = [createPipe(), createPipe()];
    try {
      const child = spawnSandboxed({
        role: 'subject',
        runtime,
        runtimeArgs: args,
        files: mounted,
        argv: [mounted[0]!.at],
        extraFds: [{ fd: REPLY_FD, direction: 'out', raw: replies.write }, { fd: FRAME_FD, direction: 'in', raw: frames.read }],
        // A book's process lives for as long as the book runs: bounded per answer, not in total.
        limits: { cpuSeconds: null },
      });
      return new StrategyProcess(child, frames, replies);
    } catch (error) {
      for (const fd of [frames.write, replies.read]) closeSync(fd);
      throw error;
    } finally {
      for (const fd of [frames.read, replies.write]) closeSync(fd);
    }
  }

  /** Past the stream while nothing waits in it: a day fits into the pipe, whose reader has taken the one before. */
  send(frame: Buffer): void {
    if (this.dead || this.frames.destroyed) return; // the fault is reported by the next `ask`
    const sent = this.isDrained ? writeNow(this.framesFd, frame) : 0;
    if (sent < frame.length) this.frames.write(frame.subarray(sent));
  }

  /** Has every byte that was sent left this process? Then the memory of the frames can be written again. */
  get isDrained(): boolean {
    return this.frames.writableLength === 0;
  }

  /** Send a frame and wait for one answer, which holds until the next `ask`. @throws AppError STRATEGY_FAILED */
  ask(timeoutMs: number, frame: Buffer): Promise<Buffer> {
    if (this.dead) return Promise.reject(this.dead);
    return new Promise((resolve, reject) => {
      this.waiting = { resolve, reject };
      this.startClock(timeoutMs);
      this.send(frame);
    });
  }

  /** One timer, wound up again for each answer; it may run out while nobody waits. */
  private startClock(timeoutMs: number): void {
    if (this.clock !== null && this.clockMs === timeoutMs) {
      this.clock.refresh();
      return;
    }
    if (this.clock !== null) clearTimeout(this.clock);
    this.clockMs = timeoutMs;
    this.clock = setTimeout(() => {
      if (this.waiting === null) return;
      this.fail(new AppError('STRATEGY_FAILED', `The strategy gave no answer within ${timeoutMs} ms.`, { timeoutMs }));
      this.child.kill('wall');
    }, timeoutMs).unref(); // the pipes of the process keep this one alive for as long as somebody waits
  }

  async close(): Promise<void> {
    this.dead ??= new AppError('STRATEGY_FAILED', 'The strategy session was closed.');
    this.frames.end();
    // An idle process ends by itself, and its CPU time is then counted; one that is busy is killed.
    const late = setTimeout(() => this.child.kill(), CLOSE_MS);
    await this.ended;
    clearTimeout(late);
  }

  private receive(chunk: Buffer): void {
    this.bytes += chunk.length;
    const answer = this.waiting === null || this.bytes > MAX_TOTAL_BYTES ? 'fault' : this.reader.push(chunk);
    if (answer === null) return;
    if (answer === 'fault') {
      this.fail(new AppError('STRATEGY_FAILED', 'The strategy process broke the protocol (an answer nobody asked for, or one too large).'));
      this.child.kill('output');
      return;
    }
    const waiting = this.waiting!;
    this.waiting = null;
    waiting.resolve(answer);
  }

  private fail(error: AppError): void {
    this.dead ??= error;
    const waiting = this.waiting;
    this.waiting = null;
    if (this.clock !== null) clearTimeout(this.clock);
    waiting?.reject(this.dead);
  }
}

/** Bytes that went into the pipe at once; 0 when it is full, or its reader gone. */
function writeNow(fd: number, frame: Buffer): number {
  try {
    return writeSync(fd, frame);
  } catch {
    return 0; // the stream meets the same fault and reports it
  }
}

/** The reading end of a pipe whose chunks all come in one piece of memory, which the next one overwrites. */
function readInto(fd: number, take: (chunk: Buffer) => void): Socket {
  const buffer = Buffer.alloc(1 << 16);
  const callback = (bytes: number): boolean => {
    take(buffer.subarray(0, bytes));
    return true;
  };
  const options: SocketConstructorOpts & ConnectOpts = { fd, readable: true, writable: false, onread: { buffer, callback } };
  return new Socket(options).resume();
}
