// Three bundles (command line, engine, the thread that checks types) by esbuild and the console by Next; rebuilt only when their sources change.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BootError, withProgress } from './log.mjs';
import { childEnv, node, ROOT } from './process.mjs';
import { dropStamp, hashOf, isAlive, stampHolds, writeStamp } from './stamp.mjs';

const SERVER_SOURCES = ['cli', 'server', 'tsconfig.json', 'package.json', 'package-lock.json'];
const WEB_SOURCES = ['app', 'components', 'server', 'public', 'instrumentation.ts', 'proxy.ts', 'next.config.mjs', 'postcss.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json'];
const CURRENT = 'dist/current';
/** Bundles of earlier sources that stay, because a running server loads parts of its own on demand. */
const KEPT_BUNDLES = 4;

const liveServer = () => {
  try {
    const server = JSON.parse(readFileSync(join(ROOT, 'data/.server.json'), 'utf8'));
    return isAlive(server.pid) ? server : null;
  } catch {
    return null;
  }
};

/**
 * Bundles the command line and the engine into a folder named by the hash of their sources and points `dist/current` at it:
 * a server that runs from an older folder goes on undisturbed. Returns the folder.
 */
export async function ensureBundles() {
  const hash = hashOf(SERVER_SOURCES, process.versions.node).slice(0, 16);
  const folder = join(ROOT, 'dist', hash);
  if (!existsSync(join(folder, '.done'))) {
    rmSync(folder, { recursive: true, force: true });
    const result = await node([
      'node_modules/esbuild/bin/esbuild', 'cli=./cli/main.ts', 'engine=./server/engine/worker.ts', 'inspect=./server/stdaw/typecheck/inspect-thread.ts',
      '--bundle', '--splitting', '--platform=node', '--format=esm', '--target=node20', '--packages=external',
      '--alias:typescript=./server/boot/typescript.mjs', '--alias:ts-blank-space=./node_modules/ts-blank-space/out/index.js', '--sourcemap=linked', `--outdir=${folder}`, '--out-extension:.js=.mjs', '--log-level=warning',
    ]);
    if (!result.ok) throw new BootError('bundling the command line and the engine failed (esbuild, see above).');
    await node(['server/boot/cache-compiler.mjs', folder]);
    writeFileSync(join(folder, '.done'), '');
  }
  const pointer = join(ROOT, `dist/.current-${process.pid}`);
  symlinkSync(hash, pointer);
  renameSync(pointer, join(ROOT, CURRENT));
  dropOldBundles(folder);
  return folder;
}

function dropOldBundles(current) {
  const used = liveServer()?.bundles;
  const old = readdirSync(join(ROOT, 'dist'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(ROOT, 'dist', entry.name))
    .filter((folder) => folder !== current && folder !== used)
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const folder of old.slice(KEPT_BUNDLES)) rmSync(folder, { recursive: true, force: true });
}

/** The folder a running server was started from must not be rebuilt under it (stack.md P11). */
const liveServerUses = (dist) => liveServer()?.dist === dist;

/** Builds the console if needed; returns the folder to serve from. */
export async function ensureConsole() {
  const hash = hashOf(WEB_SOURCES, process.versions.node);
  const built = (dist) => stampHolds(`${dist}/.boot-stamp`, hash) && existsSync(join(ROOT, dist, 'BUILD_ID'));
  if (built('.next')) return '.next';
  const dist = liveServerUses('.next') ? '.next-e2e' : '.next';
  if (built(dist)) return dist;
  dropStamp(`${dist}/.boot-stamp`);
  const result = await withProgress('building the console (next build)', () => node(['node_modules/next/dist/bin/next', 'build'], { quiet: true, env: childEnv({ NODE_ENV: 'production', NEXT_DIST: dist }) }));
  if (!result.ok) throw new BootError(`next build failed (exit ${result.status}).\n${result.out.slice(-6000)}`);
  writeStamp(`${dist}/.boot-stamp`, hash);
  return dist;
}
