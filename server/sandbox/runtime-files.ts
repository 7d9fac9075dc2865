import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '@/server/contracts/errors';
import { CLEAN_ENV } from './clean-env';
import { readableBySandbox } from './readable-binary';
import type { SandboxRuntime } from './types';

/** What must be visible inside so that an interpreter starts: [host path, path inside] pairs and the command. */
export interface RuntimeFiles {
  command: string;
  binds: [from: string, to: string][];
  version: string;
}

const cache = new Map<SandboxRuntime, RuntimeFiles>();

/** Found on this machine, once per process. @throws AppError MISSING_PART */
export function runtimeFiles(runtime: SandboxRuntime): RuntimeFiles {
  let found = cache.get(runtime);
  if (!found) cache.set(runtime, (found = runtime === 'node' ? findNode() : findPython()));
  return found;
}

/** Version of an interpreter, for the record. @throws AppError MISSING_PART */
export function runtimeVersion(runtime: SandboxRuntime): string {
  return runtimeFiles(runtime).version;
}

function findNode(): RuntimeFiles {
  const binary = realpathSync(process.execPath);
  return { command: '/usr/bin/node', version: process.versions.node, binds: [...sharedLibraries(binary).map((lib): [string, string] => [lib, lib]), [readableBySandbox(binary), '/usr/bin/node']] };
}

function findPython(): RuntimeFiles {
  // The system's python first: a shim or a private build under a home directory is not readable by the sandbox uid.
  const candidates = ['/usr/bin/python3', '/usr/local/bin/python3'];
  const python = candidates.find((file) => existsSync(file));
  if (!python) throw new AppError('MISSING_PART', `Python packages need python3, which is not at ${candidates.join(' or ')}. Install it: apt-get install -y python3`);
  const script = 'import json,sys,sysconfig;print(json.dumps([sys.version,sys.executable,sysconfig.get_path("stdlib"),sysconfig.get_path("platstdlib")]))';
  const [version, executable, ...libraries] = JSON.parse(execFileSync(python, ['-I', '-S', '-c', script], { encoding: 'utf8', env: CLEAN_ENV })) as string[];
  const binary = realpathSync(executable!);
  // Extension modules load further libraries, so the whole library directories are visible (read-only).
  const directories = new Set([...sharedLibraries(binary).map((lib) => path.dirname(lib)), ...libraries]);
  for (const extra of ['/usr/lib/python3']) if (existsSync(extra)) directories.add(extra);
  return { command: binary, version: version!, binds: [...[...directories].map((dir): [string, string] => [dir, dir]), ...numericLibraries(), [binary, binary]] };
}

/** numpy of Debian finds its algebra through links in /etc/alternatives; only these come along. */
function numericLibraries(): [from: string, to: string][] {
  const links = '/etc/alternatives';
  if (!existsSync(links)) return [];
  return readdirSync(links).filter((name) => /^lib(blas|lapack)\.so\.3-/.test(name)).map((name) => [realpathSync(`${links}/${name}`), `${links}/${name}`]);
}

/** Libraries and loader a binary needs, by the names it looks them up with. A static binary needs none. */
function sharedLibraries(binary: string): string[] {
  const listed = spawnSync('ldd', [binary], { encoding: 'utf8', env: CLEAN_ENV });
  if (listed.error) throw new AppError('MISSING_PART', `ldd is needed to find the libraries of ${binary}. Install it: apt-get install -y libc-bin`);
  const libraries: string[] = [];
  for (const line of listed.stdout.split('\n')) {
    const match = /(?:=>\s*|^\s*)(\/\S+)\s+\(0x/.exec(line);
    if (match) libraries.push(match[1]!);
    else if (line.includes('not found')) throw new AppError('MISSING_PART', `${binary} needs a library that is missing: ${line.trim()}`);
  }
  return libraries;
}
