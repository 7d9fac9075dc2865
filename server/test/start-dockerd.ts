import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Why the tests of the Docker backend are skipped here; null = they run. Shown in the names of the tests. */
export function whyNoDocker(): string | null {
  if (process.env.CI !== 'true' && process.env.OOMRL_TEST_DOCKER !== '1') return 'skipped: set OOMRL_TEST_DOCKER=1 or CI=true';
  if (process.env.DOCKER_HOST) return null;
  if (process.getuid?.() !== 0) return 'skipped: a daemon can be started by root only; set DOCKER_HOST to one that runs';
  if (!existsSync('/usr/sbin/dockerd')) return 'skipped: no /usr/sbin/dockerd; apt-get install -y docker.io';
  return null;
}

export interface Daemon {
  host: string;
  stop(): Promise<void>;
}

/** A daemon of the tests' own, without network or bridge, in a directory that goes away with it. Null when it cannot start here. */
export async function startDockerd(): Promise<Daemon | null> {
  if (process.env.DOCKER_HOST) return { host: process.env.DOCKER_HOST, stop: () => Promise.resolve() };
  const home = mkdtempSync(path.join(tmpdir(), 'oomrl-dockerd-'));
  const host = `unix://${home}/docker.sock`;
  const child = spawn('/usr/sbin/dockerd', ['--host', host, '--data-root', `${home}/data`, '--exec-root', `${home}/exec`, '--pidfile', `${home}/pid`, '--iptables=false', '--ip6tables=false', '--bridge=none'], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await Promise.race([exited, new Promise((resolve) => setTimeout(resolve, 15_000))]);
    rmSync(home, { recursive: true, force: true });
  };
  for (let i = 0; i < 60 && child.exitCode === null; i++) {
    if (spawnSync('/usr/bin/docker', ['version'], { env: { PATH: '/usr/bin:/bin', HOME: '/nonexistent', DOCKER_HOST: host } as unknown as NodeJS.ProcessEnv }).status === 0) return { host, stop };
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await stop();
  return null;
}
