import type { ChildProcess } from 'node:child_process';
import { liveTurnSchema } from '@/server/contracts/live-turn';
import { type SandboxHealth, sandboxHealthSchema } from '@/server/contracts/sandbox-health';
import { bus } from './bus';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** An engine that ran this long was well; its next death starts the waiting anew. */
const WELL_MS = 60_000;

interface Host {
  child: ChildProcess | null;
  stopping: boolean;
  /** Deaths since the engine was last well. */
  failures: number;
  startedAt: number;
  /** Of the running engine; null until its probe has ended. */
  sandbox: SandboxHealth | null;
}
const shared = globalThis as unknown as { __oomrlEngine?: Host };

/** What /api/health and Settings say about the engine. */
export function engineStatus(): { running: boolean; pid: number | null; failures: number; sandbox: SandboxHealth | null } {
  const host = shared.__oomrlEngine;
  const alive = host?.child != null && host.child.exitCode === null && host.child.signalCode === null;
  return { running: alive, pid: alive ? (host.child?.pid ?? null) : null, failures: host?.failures ?? 0, sandbox: alive ? (host?.sandbox ?? null) : null };
}

/**
 * Forks the bundled engine (of the same build as this server) at nice 10 and starts it again when it dies (after 0.5 s, doubling to 30 s). Called once per server
 * process; SIGTERM ends open streams first, then the engine. OOMRL_ENGINE=off leaves it out (another process runs `oomrl worker`).
 */
export function startEngine(): void {
  if (shared.__oomrlEngine || process.env.OOMRL_ENGINE === 'off') return;
  // getBuiltinModule hides the entry from Turbopack, which would otherwise try to bundle it (stack.md P13).
  const { fork } = process.getBuiltinModule('node:child_process');
  const os = process.getBuiltinModule('node:os');
  const host: Host = { child: null, stopping: false, failures: 0, startedAt: 0, sandbox: null };
  shared.__oomrlEngine = host;

  const start = (): void => {
    if (host.stopping) return;
    const child = fork(`${process.env.OOMRL_BUNDLES ?? `${process.cwd()}/dist/current`}/engine.mjs`, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: ['--enable-source-maps'] });
    host.child = child;
    host.startedAt = Date.now();
    host.sandbox = null;
    if (child.pid !== undefined) {
      try {
        os.setPriority(child.pid, 10);
      } catch (error) {
        console.error(`[engine] could not be made nice: ${String(error)}`);
      }
    }
    child.on('message', (message) => {
      if (message === 'stored') return bus().wake();
      const turn = liveTurnSchema.safeParse(message);
      if (turn.success) return bus().sayLive(turn.data);
      const sandbox = sandboxHealthSchema.safeParse(message);
      if (sandbox.success) host.sandbox = sandbox.data;
    });
    child.on('error', (error) => console.error(`[engine] ${error.message}`));
    child.on('exit', (code, signal) => {
      bus().endLive();
      if (host.stopping) return;
      if (Date.now() - host.startedAt > WELL_MS) host.failures = 0;
      const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** host.failures);
      host.failures += 1;
      console.error(`[engine] ended (${signal ?? code}); starting again in ${wait / 1000} s`);
      setTimeout(start, wait).unref();
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      host.stopping = true;
      bus().shutdown();
      host.child?.kill('SIGTERM');
    });
  }
  start();
}
