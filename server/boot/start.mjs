// `npm start`: everything from a fresh clone to a served page; what is done is skipped.
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { ensureBundles, ensureConsole } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { BootError, log } from './log.mjs';
import { checkNode, childEnv, node, ROOT } from './process.mjs';
import { withLock } from './stamp.mjs';
import { ensureSandboxParts } from './system.mjs';

const port = Number(process.env.PORT ?? 3000);
const host = process.env.HOST ?? '127.0.0.1';

/** A taken port is said in one sentence, not by a stack trace (stack.md P12). */
function assertPortFree() {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', () => fail(new BootError(`Port ${port} on ${host} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start`)));
    probe.listen(port, host, () => probe.close(() => done()));
  });
}

async function waitUntilServed(child) {
  const url = `http://${host}:${port}/api/health`;
  for (let turn = 0; turn < 1200 && child.exitCode === null; turn++) {
    try {
      if ((await fetch(url)).status < 500) return true;
    } catch { /* not listening yet */ }
    await new Promise((next) => setTimeout(next, 50));
  }
  return false;
}

async function main() {
  checkNode();
  if (!Number.isInteger(port) || port < 1 || port > 65535) throw new BootError(`PORT=${process.env.PORT} is not a port number (1 to 65535).`);
  await assertPortFree();
  const { dist, bundles } = await withLock(async () => {
    await ensureInstalled();
    await ensureSandboxParts();
    const bundles = await ensureBundles();
    const dist = await ensureConsole();
    const prepared = await node(['--enable-source-maps', join(bundles, 'cli.mjs'), 'prepare']);
    if (!prepared.ok) throw new BootError('preparing the database and the demo failed (see above).');
    return { dist, bundles };
  });

  const child = spawn(process.execPath, ['--enable-source-maps', 'node_modules/next/dist/bin/next', 'start', '-p', String(port), '-H', host], {
    cwd: ROOT, stdio: ['ignore', 2, 2], env: childEnv({ NODE_ENV: 'production', NEXT_DIST: dist, OOMRL_BUNDLES: bundles, PORT: String(port), HOST: host }),
  });
  const record = join(ROOT, 'data/.server.json');
  writeFileSync(record, JSON.stringify({ pid: child.pid, port, dist, bundles }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
      setTimeout(() => child.kill('SIGKILL'), 8000).unref();
    });
  }
  child.on('exit', (code, signal) => {
    rmSync(record, { force: true });
    process.exit(code ?? (signal ? 1 : 0));
  });
  if (await waitUntilServed(child)) {
    log(`serving on http://${host}:${port}`);
    await node([join(bundles, 'cli.mjs'), 'sign-in-link', '--first', '--url', `http://${host}:${port}`]);
  }
}

main().catch((error) => {
  if (!(error instanceof BootError)) throw error;
  console.error(`\n${error.message}`);
  process.exit(1);
});
