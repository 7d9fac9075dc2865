import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const PORT = Number(process.env.E2E_PORT ?? 3210);
const READY_MS = 180_000;

/** Where all data directories of this run live. */
export function runFolder(): string {
  const folder = process.env.E2E_DATA;
  if (!folder) throw new Error('E2E_DATA is not set: run through e2e/playwright.config.ts.');
  return folder;
}
/** Data directory in which the demo was prepared and nobody has signed in yet. */
export const halted = (): string => join(runFolder(), 'halted');

/** A data directory of its own, as a copy of another one that no process has open; a worker that starts anew after a failure makes a new one. */
export function copyData(from: string, name: string): string {
  const to = join(runFolder(), `${name}-${process.pid}`);
  if (existsSync(to)) throw new Error(`The data directory ${to} exists already.`);
  cpSync(from, to, { recursive: true, preserveTimestamps: true });
  return to;
}

/** The command line on a data directory, as a person at the terminal uses it. @throws when its exit status is not 0 */
export function oomrl(data: string, args: readonly string[]): string {
  return execFileSync(process.execPath, [join(ROOT, 'cli/oomrl'), ...args], { env: { ...process.env, OOMRL_DATA: data }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

export interface Console {
  readonly url: string;
  readonly data: string;
  /** A link that signs `user` (default: the first one) in once. */
  readonly signInLink: (user?: string) => string;
  /** SIGTERM, as Ctrl-C does; resolves when supervisor, web and engine are gone. */
  readonly stop: () => Promise<void>;
  readonly supervisor: ChildProcess;
  /** Settles when the supervisor has ended, for whatever reason. */
  readonly gone: Promise<void>;
}

/** Starts the console as `npm start` does. One at a time: they share a port. */
export async function startConsole(data: string): Promise<Console> {
  const url = `http://127.0.0.1:${PORT}`;
  const supervisor = spawn(process.execPath, ['server/boot/start.mjs'], { cwd: ROOT, env: { ...process.env, OOMRL_DATA: data, PORT: String(PORT) }, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  supervisor.stderr?.on('data', (chunk) => (said = (said + chunk).slice(-8000)));
  const gone = new Promise<void>((done) => supervisor.once('close', () => done()));
  // Its own word, not an answer on the port: another program may hold the port and answer too.
  for (const end = Date.now() + READY_MS; !said.includes(`serving on ${url}`); await new Promise((r) => setTimeout(r, 20))) {
    if (supervisor.exitCode === null && Date.now() < end) continue;
    supervisor.kill('SIGTERM');
    throw new Error(`The console did not start (exit ${supervisor.exitCode}):\n${said}`);
  }
  return {
    url,
    data,
    supervisor,
    gone,
    signInLink: (user) => {
      const { link } = JSON.parse(oomrl(data, ['sign-in-link', '--json', '--url', url, ...(user ? ['--user', user] : [])])) as { link: string };
      return link;
    },
    stop: async () => {
      supervisor.kill('SIGTERM');
      await gone;
    },
  };
}
