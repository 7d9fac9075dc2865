import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '@/server/contracts/errors';
import { isAlive } from './is-alive';
import { checkSpec } from './check-spec';
import { CLEAN_ENV } from './clean-env';
import { DOCKER_INSTALL, docker, dockerArgs, dockerEnv, dockerSeccompProfile, findDocker, OWNER_LABEL } from './docker-command';
import { ensureDockerImage } from './docker-image';
import { runtimeFiles } from './runtime-files';
import { superviseProcess } from './supervise-process';
import { DEFAULT_LIMITS, type SandboxBackend, type SandboxFd, type SandboxProcess, type SandboxSpec } from './types';

/** Directories of runs; the pid of the owner follows. */
const HOME_PREFIX = 'oomrl-docker-';

let image: string | null = null;

/** Docker: the same guarantees by a container a run. Slower to start than bubblewrap; for hosts where that has no user namespaces. */
export const dockerBackend: SandboxBackend = {
  name: 'docker',
  missingParts() {
    if (process.platform !== 'linux') return { missing: 'Linux (the image is made of files of this host)', howToFix: 'Run the console on Linux, or in a Linux VM.' };
    if (!findDocker()) return { missing: 'the docker client', howToFix: DOCKER_INSTALL };
    try {
      docker(['version', '--format', '{{.Server.Version}}']);
      return null;
    } catch (error) {
      const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().slice(0, 200) : '';
      return { missing: `a docker daemon that answers (${said})`, howToFix: DOCKER_INSTALL };
    }
  },
  async prepare() {
    image = await ensureDockerImage();
    removeOrphans();
  },
  limits: () => 'rlimits and the cgroups of Docker (bound memory and pids)',
  spawn: spawnDocker,
};

function spawnDocker(spec: SandboxSpec): SandboxProcess {
  const limits = { ...DEFAULT_LIMITS, ...spec.limits };
  if (image === null) throw new AppError('INTERNAL', 'Call requireSandbox() before starting a sandbox: the docker image is not ready.');
  checkSpec(spec, limits.fileBytes, 9);
  const name = `oomrl-${randomBytes(9).toString('hex')}`;
  const home = mkdtempSync(path.join(tmpdir(), `${HOME_PREFIX}${process.pid}-`));
  const files = path.join(home, 'w');
  mkdirSync(files, { mode: 0o755 });
  for (const file of spec.files) {
    const target = path.join(files, file.at.slice('/w/'.length));
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, file.data);
    chmodSync(target, 0o444);
  }
  const seccompFile = path.join(home, 'seccomp.json');
  writeFileSync(seccompFile, dockerSeccompProfile());
  const extra = spec.extraFds ?? [];
  const fifos = new Map(extra.map(({ fd }) => [fd, path.join(home, String(fd))]));
  // Anyone may open them, but only who is in this directory (mode 700) or in the one container can reach them.
  if (fifos.size > 0) execFileSync('mkfifo', ['-m', '666', ...fifos.values()], { env: CLEAN_ENV });

  const relays = new Map(extra.map((one) => [one.fd, startRelay(one, fifos.get(one.fd)!)]));
  const child = spawn(findDocker()!, dockerArgs(spec, limits, { name, image, files, fifos, seccompFile }, runtimeFiles(spec.runtime).command), {
    detached: true, cwd: '/', env: dockerEnv(), stdio: [spec.stdin ?? 'ignore', 'pipe', 'pipe'],
  });
  child.once('close', () => {
    // Nobody reads what would still go in; what came out is read to its end, unless the container never opened its FIFO.
    for (const { fd, direction } of extra) {
      const relay = relays.get(fd)!;
      if (direction === 'in') relay.kill('SIGKILL');
      else if (relay.exitCode === null) setTimeout(() => relay.kill('SIGKILL'), 1000).unref();
    }
  });
  const supervised = superviseProcess(child, spec, limits, {
    stream: (fd) => streamOf(relays.get(fd)!, extra.find((one) => one.fd === fd)!),
    relays: [...relays.values()],
    kill: killOnce(name),
  });
  void supervised.exited.then(() => rmSync(home, { recursive: true, force: true }));
  return { ...supervised, get pid() { return hostPid(name); } };
}

/**
 * A container cannot be given descriptors: a relay copies between its FIFO and our stream, or the raw fd that leads to another
 * sandbox. Each FIFO is mounted in one container only.
 */
function startRelay({ direction, raw }: SandboxFd, fifo: string): ChildProcess {
  const inner = direction === 'in' ? 'exec cat >"$1"' : 'exec cat <"$1"';
  const end = raw ?? 'pipe';
  return spawn('/bin/sh', ['-c', inner, 'sh', fifo], { env: CLEAN_ENV, cwd: '/', stdio: direction === 'in' ? [end, 'ignore', 'ignore'] : ['ignore', end, 'ignore'] });
}

function streamOf(relay: ChildProcess, { direction }: SandboxFd): Readable | Writable | null {
  return direction === 'in' ? relay.stdin : relay.stdout;
}

function killOnce(name: string): () => void {
  let done = false;
  return () => {
    if (!done) killContainer(name);
    done = true;
  };
}

function killContainer(name: string): void {
  const client = spawn(findDocker()!, ['kill', name], { env: dockerEnv(), stdio: 'ignore' });
  // Before the container exists there is nothing to kill yet.
  client.once('close', (code) => {
    if (code !== 0) setTimeout(() => spawn(findDocker()!, ['rm', '-f', name], { env: dockerEnv(), stdio: 'ignore' }).unref(), 500).unref();
  });
}

/** Pid on the host of the program in a container; -1 when it is gone. */
function hostPid(name: string): number {
  try {
    return Number(docker(['inspect', '--format', '{{.State.Pid}}', name]));
  } catch {
    return -1;
  }
}

/** Containers and directories whose owner died without ending them. */
function removeOrphans(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${HOME_PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner !== undefined && !isAlive(Number(owner))) rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
  }
  for (const line of docker(['ps', '-a', '--filter', `label=${OWNER_LABEL}`, '--format', `{{.ID}} {{.Label "${OWNER_LABEL}"}}`]).split('\n').filter(Boolean)) {
    const [id, owner] = line.split(' ') as [string, string];
    if (!isAlive(Number(owner))) docker(['rm', '-f', id]);
  }
}
