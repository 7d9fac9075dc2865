// node_modules, and the one addon that must be compiled.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { BootError, log, withProgress } from './log.mjs';
import { aptInstall, childEnv, node, npm, ROOT, which } from './process.mjs';
import { dropStamp, hashOf, stampHolds, writeStamp } from './stamp.mjs';

const STAMP = 'node_modules/.boot-stamp';
const ADDON = 'node_modules/better-sqlite3/build/Release/better_sqlite3.node';
const COMPILERS = ['python3', 'make', 'g++'];

export async function ensureInstalled() {
  const hash = hashOf(['package-lock.json', 'package.json'], `${process.versions.modules}-${process.platform}-${process.arch}`);
  if (stampHolds(STAMP, hash)) return;
  dropStamp(STAMP);
  const result = await withProgress('installing packages (npm ci)', () => npm(['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { quiet: true }));
  if (!result.ok) throw new BootError(`npm ci failed (exit ${result.status}). Is the npm registry reachable?\n${result.out.slice(-1500)}`);
  await ensureAddon();
  writeStamp(STAMP, hash);
}

const addonLoads = async () =>
  (await node(['-e', "const D=require('better-sqlite3');const d=new D(':memory:');d.prepare('select 1').get();d.close()"], { quiet: true })).ok;

/** --ignore-scripts leaves exactly one package to build; its addon is cached per version, ABI, platform and libc (stack.md P2). */
async function ensureAddon() {
  const version = JSON.parse(readFileSync(join(ROOT, 'node_modules/better-sqlite3/package.json'), 'utf8')).version;
  const libc = process.report?.getReport?.().header?.glibcVersionRuntime ? 'gnu' : 'musl';
  const name = `better-sqlite3-${version}-abi${process.versions.modules}-${process.platform}-${process.arch}-${libc}.node`;
  const cached = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'oomrl-console', name);
  const target = join(ROOT, ADDON);
  if (existsSync(cached)) {
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(cached, target);
    if (await addonLoads()) return log('SQLite addon taken from the cache');
    rmSync(target, { force: true });
  }
  const build = () => npm(['rebuild', 'better-sqlite3', '--foreground-scripts'], { quiet: true, env: childEnv({ JOBS: 'max', CFLAGS: '-O2', CXXFLAGS: '-O2 -w' }) });
  let result = await withProgress('building the SQLite addon (1 to 3 minutes)', build);
  if (!(await addonLoads())) {
    const missing = COMPILERS.filter((tool) => !which(tool));
    if (missing.length > 0 && (await aptInstall(COMPILERS))) result = await withProgress('building the SQLite addon', build);
    if (!(await addonLoads())) {
      const hint = missing.length > 0 ? ` Missing: ${missing.join(', ')}. On Debian or Ubuntu: sudo apt-get install -y ${COMPILERS.join(' ')}` : '';
      throw new BootError(`better-sqlite3 could not be built.${hint}\n${result.out.slice(-2000)}`);
    }
  }
  try {
    mkdirSync(dirname(cached), { recursive: true });
    copyFileSync(target, cached);
  } catch { /* the cache only saves time */ }
}
