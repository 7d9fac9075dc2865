import type { Readable, Writable } from 'node:stream';

/** Two processes of one verification never share a uid: a subject must not be able to touch its judge. */
export type SandboxRole = 'subject' | 'judge';
export type SandboxRuntime = 'node' | 'python';

export interface SandboxLimits {
  /** RLIMIT_CPU in seconds; null = no CPU limit (a long-lived strategy process, bounded per answer by its driver). */
  cpuSeconds: number | null;
  /** RLIMIT_AS in bytes. Node 20 needs ≥ 800 MiB to start. With one process this bounds all memory but the tmpfs. */
  addressSpaceBytes: number;
  /** Size of /tmp, the only writable place. */
  tmpBytes: number;
  /** RLIMIT_FSIZE in bytes. */
  fileBytes: number;
  /** RLIMIT_NOFILE. */
  openFiles: number;
  /** RLIMIT_NPROC (threads of the sandbox uid, all sandboxes together); only set when the sandbox has a uid of its own. */
  threads: number;
  /** Bytes of stdout and stderr, each, before the process is killed. */
  textBytes: number;
}

/** A file that exists inside, read-only: `data` is copied, so later changes on the host do not show inside. */
export interface SandboxFile {
  /** Absolute path inside, e.g. '/w/subject.cjs'. */
  at: string;
  data: Buffer;
}

/**
 * A file descriptor beyond stdio. Direction as the sandboxed program sees it: it reads `in` and writes `out`.
 * `raw` hands over an fd of this process (one end of `createPipe()`), which stays open here until the caller closes it;
 * without `raw` the parent gets a stream (`readable(fd)` / `writable(fd)`).
 */
export interface SandboxFd {
  fd: number;
  direction: 'in' | 'out';
  raw?: number;
  /** Bytes read from an `out` stream before the process is killed; default 64 MiB. */
  capBytes?: number;
}

export interface SandboxSpec {
  role: SandboxRole;
  runtime: SandboxRuntime;
  /** Flags of the interpreter, before the script. */
  runtimeArgs?: readonly string[];
  files: readonly SandboxFile[];
  /** Script inside (e.g. '/w/subject.cjs') and its arguments. */
  argv: readonly string[];
  /** 'pipe' gives `stdin`; default 'ignore'. */
  stdin?: 'pipe' | 'ignore';
  /** 'pipe' gives `stdout` as a stream; default 'capture' (bounded text in the exit). stderr is always captured. */
  stdout?: 'pipe' | 'capture';
  extraFds?: readonly SandboxFd[];
  limits?: Partial<SandboxLimits>;
  /** Life time in ms from spawn (or from the last `arm`); absent = until killed. */
  wallMs?: number;
  /** Longest silence in ms on the parent's streams (or since `touch()`); absent = none. */
  idleMs?: number;
}

export type KillReason = 'wall' | 'idle' | 'output' | 'kill';

/** What all processes of a sandbox used together, as its cgroup measured it. */
export interface SandboxUsage {
  readonly cpuMs: number;
  /** Null without the memory controller. */
  readonly peakMemoryBytes: number | null;
}

export interface SandboxExit {
  code: number | null;
  signal: string | null;
  /** Who ended it; null = it ended by itself (or a kernel limit did). */
  killedBy: KillReason | null;
  ms: number;
  /** Captured text, at most `textBytes`; data from an untrusted process. */
  stdout: string;
  stderr: string;
  /** Only where each sandbox has a cgroup. */
  usage?: SandboxUsage;
}

export interface SandboxProcess {
  /** Host pid of the outer process. */
  readonly pid: number;
  readonly stdin: Writable | null;
  readonly stdout: Readable | null;
  /** Parent end of an `out` fd without `raw`. Attach listeners in the same tick as the spawn. */
  readable(fd: number): Readable;
  /** Parent end of an `in` fd without `raw`. */
  writable(fd: number): Writable;
  /** Restart the clocks (a warm process is armed when it is given work). */
  arm(clocks: { wallMs?: number; idleMs?: number }): void;
  /** Count as a sign of life for the idle watchdog. */
  touch(): void;
  /** SIGKILL the whole sandbox. Idempotent. */
  kill(reason?: KillReason): void;
  /** Resolves (never rejects) when every process inside is gone and all output has been read. */
  readonly exited: Promise<SandboxExit>;
}

export interface SandboxCheck {
  name: string;
  ok: boolean;
  detail: string;
}

export interface SandboxReport {
  ok: boolean;
  backend: string;
  checks: SandboxCheck[];
  /** Which layers bound memory, processes and CPU; null when nothing runs. */
  limits: string | null;
  /** The exact command or setting that repairs it; null when ok. */
  howToFix: string | null;
}

/** A way to isolate. A backend either gives every guarantee of the containment probe or is not used. */
export interface SandboxBackend {
  readonly name: string;
  /** Null when the parts are present, else what is missing and how to get it. Cheap; does not start anything. */
  missingParts(): { missing: string; howToFix: string } | null;
  /** Make ready what `spawn` needs (an image); the self-test calls it once before the first sandbox. */
  prepare?(): Promise<void>;
  /** Which layers bound memory, processes and CPU, for people; after `prepare`. */
  limits(): string;
  spawn(spec: SandboxSpec): SandboxProcess;
}

export const DEFAULT_LIMITS: SandboxLimits = {
  cpuSeconds: 20,
  addressSpaceBytes: 1 << 30,
  tmpBytes: 64 << 20,
  fileBytes: 16 << 20,
  openFiles: 256,
  threads: 512,
  textBytes: 1 << 20,
};
