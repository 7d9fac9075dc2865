// `npm test`: types, lint, unit, architecture, sandbox attacks, browser. `npm test -- unit|lint|e2e` runs one part.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBundles, ensureConsole } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { BootError, log } from './log.mjs';
import { checkNode, childEnv, node, ROOT } from './process.mjs';
import { withLock } from './stamp.mjs';
import { ensureChromium, ensureSandboxParts } from './system.mjs';

const PARTS = ['lint', 'unit', 'e2e'];
const totals = { passed: 0, failed: 0, skipped: 0 };
let broken = false;

async function step(what, args, env = {}) {
  log(what);
  const result = await node(args, { env: childEnv(env) });
  if (!result.ok) {
    broken = true;
    log(`${what}: FAILED`);
  }
  return result.ok;
}

const report = (file) => {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  } catch {
    return {};
  }
};

async function lint() {
  await step('lint (biome)', ['node_modules/@biomejs/biome/bin/biome', 'lint', '--diagnostic-level=error']);
  await step('route types (next typegen)', ['node_modules/next/dist/bin/next', 'typegen']);
  await step('types (tsc)', ['node_modules/typescript/bin/tsc', '--noEmit']);
  await step('types of the strategy packages (tsc)', ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'strategies']);
}

async function unit() {
  await step('unit, architecture and sandbox tests (vitest)', ['node_modules/vitest/vitest.mjs', 'run', '--config', 'server/vitest.config.ts', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/unit.json'], { NODE_ENV: 'test' });
  const result = report('test-results/unit.json');
  totals.passed += result.numPassedTests ?? 0;
  totals.failed += result.numFailedTests ?? 0;
  totals.skipped += result.numPendingTests ?? 0;
}

async function browser() {
  const chrome = await ensureChromium();
  await withLock(async () => {
    await ensureConsole();
  });
  await step(`browser tests (Playwright, ${chrome})`, ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/playwright.config.ts'], { CHROME_PATH: chrome, NODE_ENV: 'test' });
  const stats = report('test-results/e2e.json').stats ?? {};
  totals.passed += stats.expected ?? 0;
  totals.failed += stats.unexpected ?? 0;
  totals.skipped += stats.skipped ?? 0;
  totals.passed += stats.flaky ?? 0;
}

async function main() {
  const only = process.argv[2];
  if (only && !PARTS.includes(only)) throw new BootError(`Unknown part "${only}": use one of ${PARTS.join(', ')}, or none for all.`);
  checkNode();
  rmSync(join(ROOT, 'test-results'), { recursive: true, force: true });
  await withLock(async () => {
    await ensureInstalled();
    await ensureSandboxParts();
    await ensureBundles();
  });
  if (!only || only === 'lint') await lint();
  if (!only || only === 'unit') await unit();
  if (!only || only === 'e2e') await browser();
  // With lint alone nothing is counted as a test; otherwise "nothing ran" is a failure.
  const nothingRan = only !== 'lint' && totals.passed === 0;
  console.log(`${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
  process.exitCode = broken || totals.failed > 0 || nothingRan ? 1 : 0;
}

main().catch((error) => {
  if (!(error instanceof BootError)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
});
