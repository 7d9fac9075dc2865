import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The thread in the bundles of `npm start`, beside the code that starts it (server/boot/build.mjs). */
const BUNDLED = 'inspect.mjs';
const ENTRY = 'server/stdaw/typecheck/inspect-thread.ts';
/** A honest package of 1,300 lines takes some 150 MB, most of it the libraries of the language. */
export const MEMORY_MB = 512;

/** A thread that checks types, without environment and with a bounded heap. */
export async function startInspector(memoryMb = MEMORY_MB): Promise<Worker> {
  const options: WorkerOptions = { env: {}, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: memoryMb, stackSizeMb: 4 } };
  const beside = new URL(`./${BUNDLED}`, import.meta.url);
  if (beside.protocol === 'file:' && existsSync(beside)) return new Worker(fileURLToPath(beside), options);
  return new Worker(await bundleThread(), { ...options, eval: true, workerData: import.meta.url });
}

let bundled: Promise<string> | null = null;

/** Tests and measurements run from the sources: the thread is bundled on the way. */
function bundleThread(): Promise<string> {
  bundled ??= (async () => {
    const { build } = await import('esbuild');
    const root = process.env.OOMRL_ROOT ?? process.cwd();
    const { outputFiles } = await build({ entryPoints: [path.join(root, ENTRY)], absWorkingDir: root, write: false, bundle: true, platform: 'node', format: 'cjs', target: 'node20', packages: 'external', logLevel: 'error' });
    // A thread made of text resolves packages from the working directory; these are those of this file.
    return `((require) => {${outputFiles[0]!.text}\n})(require('node:module').createRequire(require('node:worker_threads').workerData));`;
  })();
  return bundled;
}
