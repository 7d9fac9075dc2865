import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** What Node loads before a command runs: bundles and packages that are reached without `import()`. */
it('no command loads a compiler to say its help or refuse a flag (the bundle as it is shipped)', async () => {
  const { metafile } = await build({ entryPoints: { cli: join(import.meta.dirname, 'main.ts') }, outdir: 'out', write: false, metafile: true, bundle: true, splitting: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external' });
  const { outputs } = metafile;
  const loads = (path: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const { path: next, kind } of outputs[path]?.imports ?? []) if (kind === 'import-statement') loads(next, seen);
    return seen;
  };
  const [entry, { imports }] = Object.entries(outputs).find(([, output]) => output.entryPoint === 'cli/main.ts')!;
  const commands = imports.filter(({ kind }) => kind === 'dynamic-import').map(({ path }) => path);
  expect(commands.length).toBeGreaterThan(20);
  const heavy = [entry, ...commands].flatMap((path) => [...loads(path)].filter((name) => /^(typescript|ts-morph|ts-blank-space)$/.test(name)).map((name) => `${outputs[path]!.entryPoint} loads ${name}`));
  expect(heavy).toEqual([]);
});
