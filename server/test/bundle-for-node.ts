import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/**
 * Bundles a TypeScript entry as the engine is bundled, so that a test can start it as a process of its own. Returns the file;
 * it replaces the one of an earlier run in one move, so test runs beside each other do not meet half a file.
 */
export function bundleForNode(entry: string, name: string): string {
  const root = process.cwd();
  const outfile = join(root, 'node_modules', '.cache', 'oomrl-test', `${name}.mjs`);
  const partial = `${outfile}.${process.pid}.mjs`;
  buildSync({ entryPoints: [join(root, entry)], outfile: partial, bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external', logLevel: 'error' });
  renameSync(partial, outfile);
  return outfile;
}
