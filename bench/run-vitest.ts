import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBwrap } from '@/server/sandbox/bwrap-command';
import type { PackageFile } from '@/server/strategy/types';

/**
 * The ordinary way: vitest with V8 coverage over the same files in a folder of their own, bare or inside bubblewrap (no network, own
 * pid namespace, everything but the folder read-only). `run` resolves when all tests passed. Null without bubblewrap when it is asked for.
 */
export function vitestOver(files: readonly PackageFile[], root: string, boxed: boolean): { run: () => Promise<void>; remove: () => void } | null {
  const bwrap = findBwrap();
  if (boxed && bwrap === null) return null;
  // Inside node_modules, so that vitest and its coverage provider are found from there.
  const parent = join(root, 'node_modules/.cache/oomrl-bench');
  mkdirSync(parent, { recursive: true });
  const dir = mkdtempSync(join(parent, 'vitest-'));
  // Vite writes beside the nearest node_modules: give it one it may write to.
  mkdirSync(join(dir, 'node_modules'));
  for (const { path, text } of files) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
  writeFileSync(join(dir, 'vitest.config.mjs'), `export default { root: ${JSON.stringify(dir)}, cacheDir: ${JSON.stringify(join(dir, '.vite'))}, resolve: { alias: { '@oomrl/kit': 'vitest' } }, test: { include: ['tests/**/*.test.ts', 'baseline/**/*.test.ts'], coverage: { enabled: true, provider: 'v8', include: ['src/**'], reporter: ['json-summary'] } } };\n`);
  const command = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', join(dir, 'vitest.config.mjs')];
  const box = boxed ? [bwrap!, '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--bind', dir, dir, '--tmpfs', '/tmp', '--unshare-net', '--unshare-pid', '--die-with-parent', '--chdir', dir, '--'] : [];
  const [program, ...args] = [...box, ...command];
  return {
    run: () =>
      new Promise((resolve, reject) => {
        const child = spawn(program!, args, { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
        let said = '';
        for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { said += chunk.toString(); });
        child.on('error', reject);
        child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`vitest ended with ${code}:\n${said.slice(-3000)}`))));
      }),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}
