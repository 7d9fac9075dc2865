import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { pack, type Pack } from 'tar-stream';
import { AppError } from '@/server/contracts/errors';
import { CLEAN_ENV } from './clean-env';
import { docker, dockerEnv, findDocker } from './docker-command';
import { runtimeFiles } from './runtime-files';

const SKIPPED = new Set(['__pycache__', 'test', 'tests', 'idlelib', 'tkinter', 'lib2to3', 'ensurepip', 'turtledemo', 'pydoc_data']);
const NUMPY = '/usr/lib/python3/dist-packages/numpy';

/** What the image holds: host file → path inside. */
type Contents = Map<string, string>;

let made: Promise<string> | null = null;

/** Name of the image, built once from files of this host when the daemon does not have it: no registry is asked. */
export function ensureDockerImage(): Promise<string> {
  made ??= makeImage().catch((error: unknown) => {
    made = null;
    throw error;
  });
  return made;
}

async function makeImage(): Promise<string> {
  const contents = collect();
  const hash = createHash('sha256');
  for (const [to, from] of contents) {
    const { size, mtimeMs } = statSync(from);
    hash.update(`${to}\0${size}\0${mtimeMs}\n`);
  }
  const tag = `oomrl-sandbox:${hash.digest('hex').slice(0, 16)}`;
  if (docker(['images', '-q', tag]) !== '') return tag;
  const child = spawn(findDocker()!, ['import', '-', tag], { env: dockerEnv(), stdio: ['pipe', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString('utf8')));
  const tar = pack();
  tar.pipe(child.stdin);
  const closed = once(child, 'close');
  for (const directory of ['tmp', 'w', 'io', 'proc', 'dev', 'sys', 'etc']) await add(tar, { name: directory, type: 'directory', mode: directory === 'tmp' ? 0o1777 : 0o755 });
  for (const [to, from] of contents) await add(tar, { name: to.slice(1), mode: 0o755 }, readFileSync(from));
  tar.finalize();
  const [code] = (await closed) as [number | null];
  if (code !== 0) throw new AppError('MISSING_PART', `docker import of the sandbox image failed: ${complaint.trim().slice(0, 500)}`);
  return tag;
}

function add(tar: Pack, header: { name: string; mode: number; type?: 'directory' }, data?: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    tar.entry(header, data ?? Buffer.alloc(0), (error) => (error ? reject(error) : resolve()));
  });
}

/** node, a shell, and python with the libraries they and their extension modules load. */
function collect(): Contents {
  const contents: Contents = new Map();
  for (const [from, to] of runtimeFiles('node').binds) contents.set(to, realpathSync(from));
  const shell = realpathSync('/bin/sh');
  contents.set('/bin/sh', shell);
  addLibraries(contents, [shell]);
  if (existsSync('/usr/bin/python3')) addPython(contents);
  return new Map([...contents].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function addPython(contents: Contents): void {
  const { command, stdlib } = pythonPlaces();
  contents.set(command, command);
  const binaries = [command];
  const walk = (directory: string): void => {
    for (const name of readdirSync(directory).sort()) {
      const file = path.join(directory, name);
      const stat = statSync(file, { throwIfNoEntry: false });
      if (!stat || SKIPPED.has(name) || name.startsWith('config-')) continue;
      if (stat.isDirectory()) walk(file);
      else if (/\.(py|so)$/.test(name)) {
        contents.set(file, realpathSync(file));
        if (name.endsWith('.so')) binaries.push(file);
      }
    }
  };
  walk(stdlib);
  if (existsSync(NUMPY)) walk(NUMPY);
  addLibraries(contents, binaries);
}

function pythonPlaces(): { command: string; stdlib: string } {
  const { command } = runtimeFiles('python');
  return { command, stdlib: execFileSync(command, ['-I', '-S', '-c', 'import sysconfig;print(sysconfig.get_path("stdlib"))'], { encoding: 'utf8', env: CLEAN_ENV }).trim() };
}

/** Libraries and loaders by the names they are looked up with; the files behind links. */
function addLibraries(contents: Contents, binaries: readonly string[]): void {
  const listed = execFileSync('ldd', [...binaries], { encoding: 'utf8', env: CLEAN_ENV, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 16 << 20 });
  for (const line of listed.split('\n')) {
    const library = /(?:=>\s*|^\s*)(\/\S+)\s+\(0x/.exec(line)?.[1];
    if (library) contents.set(library, realpathSync(library));
  }
}
