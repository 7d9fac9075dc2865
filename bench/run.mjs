// `npm run bench`: measures every claim of speed in this run and marks it. `npm run bench -- simulation verify` runs some of the suites.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SUITES = ['simulation', 'kernels', 'metrics', 'import', 'verify', 'workers', 'console'];
/** As server/boot/build.mjs bundles the command line. */
const ALIAS = { typescript: './server/boot/typescript.mjs', 'ts-blank-space': './node_modules/ts-blank-space/out/index.js' };
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !SUITES.includes(name));
if (unknown !== undefined) {
  console.error(`bench: there is no suite "${unknown}"; there are ${SUITES.join(', ')}.`);
  process.exit(2);
}

const { buildSync } = await import('esbuild').catch(() => {
  console.error('bench: esbuild is not installed; run `npm start` or `npm test` once in the checkout.');
  process.exit(2);
});

let caches = 0;
/** A suite in a process of its own, so that none inherits another's heap. */
function runSuite(name) {
  const outfile = join(ROOT, 'node_modules/.cache/oomrl-bench', `${name}.mjs`);
  mkdirSync(dirname(outfile), { recursive: true });
  buildSync({ absWorkingDir: ROOT, entryPoints: [`bench/${name}.bench.ts`], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external', alias: ALIAS, logLevel: 'error' });
  // Anew in each run: a cache of an earlier compiler would be passed over in silence, and its time taken for ours.
  if (caches++ === 0) spawnSync(process.execPath, [join(ROOT, 'server/boot/cache-compiler.mjs'), dirname(outfile)]);
  const ran = spawnSync(process.execPath, [outfile], { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, OOMRL_ROOT: ROOT } });
  const rows = ran.stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  if (ran.status !== 0) rows.push({ claim: `suite ${name}`, measured: `ended with ${ran.status ?? ran.signal}`, target: 'to run', pass: false });
  return rows;
}

const MARK = new Map([[true, '✓'], [false, '✗'], [null, '–']]);
let failed = 0;
for (const name of asked.length > 0 ? asked : SUITES) {
  console.log(`\n${name}`);
  for (const { claim, measured, target, pass, note } of runSuite(name)) {
    if (pass === false) failed++;
    console.log(`  ${MARK.get(pass)} ${claim.padEnd(72)} ${measured.padEnd(36)} ${target}${note ? `  (${note})` : ''}`);
  }
}
console.log(failed === 0 ? '\nEvery claim that could be measured holds.' : `\n${failed} of the claims did not hold in this run.`);
process.exitCode = failed === 0 ? 0 : 1;
