// Two bundles (command line, engine) by esbuild and the console by Next; rebuilt only when their sources change.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BootError, withProgress } from './log.mjs';
import { childEnv, node, ROOT } from './process.mjs';
import { dropStamp, hashOf, isAlive, stampHolds, writeStamp } from './stamp.mjs';

const SERVER_SOURCES = ['cli', 'server', 'tsconfig.json', 'package.json', 'package-lock.json'];
const WEB_SOURCES = ['app', 'components', 'server', 'public', 'instrumentation.ts', 'proxy.ts', 'next.config.mjs', 'postcss.config.mjs', 'tsconfig.json', 'package.json', 'package-lock.json'];
const BUNDLE_STAMP = 'dist/.boot-stamp';

export async function ensureBundles() {
  const hash = hashOf(SERVER_SOURCES, process.versions.node);
  if (stampHolds(BUNDLE_STAMP, hash) && existsSync(join(ROOT, 'dist/cli.mjs'))) return;
  rmSync(join(ROOT, 'dist'), { recursive: true, force: true });
  const result = await node([
    'node_modules/esbuild/bin/esbuild', 'cli=./cli/main.ts', 'engine=./server/engine/worker.ts',
    '--bundle', '--splitting', '--platform=node', '--format=esm', '--target=node20', '--packages=external', '--sourcemap=linked', '--outdir=dist', '--out-extension:.js=.mjs', '--log-level=warning',
  ]);
  if (!result.ok) throw new BootError('bundling the command line and the engine failed (esbuild, see above).');
  writeStamp(BUNDLE_STAMP, hash);
}

/** The folder a running server was started from must not be rebuilt under it (stack.md P11). */
function liveServerUses(dist) {
  try {
    const server = JSON.parse(readFileSync(join(ROOT, 'data/.server.json'), 'utf8'));
    return server.dist === dist && isAlive(server.pid);
  } catch {
    return false;
  }
}

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
