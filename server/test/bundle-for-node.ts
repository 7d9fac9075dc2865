import { join } from 'node:path';
import { buildSync } from 'esbuild';

/** Bundles a TypeScript entry as the engine is bundled, so that a test can start it as a process of its own. Returns the file. */
export function bundleForNode(entry: string, name: string): string {
  const root = process.cwd();
  const outfile = join(root, 'node_modules', '.cache', 'oomrl-test', `${name}.${process.pid}.mjs`);
  buildSync({ entryPoints: [join(root, entry)], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external', logLevel: 'error' });
  return outfile;
}
