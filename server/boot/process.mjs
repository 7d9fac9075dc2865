// Child processes of the boot: one environment, one way to run.
import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync, statSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BootError, withProgress } from './log.mjs';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const dataDir = () => resolve(process.env.OOMRL_DATA ?? join(ROOT, 'data'));

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) throw new BootError(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`);
}

/** Headers that match this very node, so that node-gyp needs no download (stack.md P3). */
function headersOfThisNode() {
  const prefix = resolve(dirname(process.execPath), '..');
  const file = join(prefix, 'include/node/node_version.h');
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8');
  const part = (name) => text.match(new RegExp(`#define ${name} (\\d+)`))?.[1];
  return `${part('NODE_MAJOR_VERSION')}.${part('NODE_MINOR_VERSION')}.${part('NODE_PATCH_VERSION')}` === process.versions.node ? prefix : null;
}

/** Environment for children: no NODE_ENV leak (it would drop devDependencies, P6), no telemetry, no browser download. */
export function childEnv(extra = {}) {
  const env = { ...process.env, OOMRL_ROOT: ROOT, OOMRL_DATA: dataDir(), NEXT_TELEMETRY_DISABLED: '1', PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1', npm_config_update_notifier: 'false', npm_config_fund: 'false', npm_config_audit: 'false' };
  for (const key of ['NODE_ENV', 'npm_config_production', 'npm_config_omit', 'npm_config_prefix', 'npm_config_global', 'npm_config_ignore_scripts']) delete env[key];
  const headers = env.npm_config_nodedir ? null : headersOfThisNode();
  if (headers) env.npm_config_nodedir = headers;
  return { ...env, ...extra };
}

/** Runs to the end. `quiet` keeps the output for an error message. Resolves {ok, status, out}. */
export function run(command, args, { quiet = false, env = childEnv(), timeoutMs } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2], timeout: timeoutMs });
    let out = '';
    const keep = (chunk) => { out = (out + chunk).slice(-20_000); };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => done({ ok: false, status: null, out: `${out}${error.message}` }));
    child.on('close', (status) => done({ ok: status === 0, status, out }));
  });
}

export const node = (args, options) => run(process.execPath, args, options);

export function npm(args, options) {
  const cli = process.env.npm_execpath && /npm-cli\.c?js$/.test(process.env.npm_execpath) ? process.env.npm_execpath : null;
  return cli ? node([cli, ...args], options) : run('npm', args, options);
}

export function which(command) {
  for (const dir of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(dir, command);
    try {
      accessSync(path, constants.X_OK);
      if (statSync(path).isFile()) return path;
    } catch { /* not in this folder */ }
  }
  return null;
}

/** Installs Debian packages when root on Debian; false when this machine cannot. */
export async function aptInstall(packages) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !which('apt-get')) return false;
  const env = childEnv({ DEBIAN_FRONTEND: 'noninteractive' });
  const install = () => run('apt-get', ['install', '-y', '--no-install-recommends', ...packages], { quiet: true, env, timeoutMs: 600_000 });
  return withProgress(`installing ${packages.join(', ')} with apt-get`, async () => {
    let result = await install();
    if (!result.ok) {
      await run('apt-get', ['update'], { quiet: true, env, timeoutMs: 300_000 });
      result = await install();
    }
    if (!result.ok) console.error(result.out.slice(-1500));
    return result.ok;
  });
}
