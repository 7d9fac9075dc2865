import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { appendEvent } from '@/server/audit/events';
import { type Db, migrateDb, openDb } from '@/server/db/client';
import { bundleForNode } from '@/server/test/bundle-for-node';
import { bus } from './bus';

let dir = '';
let host: ChildProcess | undefined;
let out = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'host-'));
  out = '';
});
afterEach(() => {
  host?.kill('SIGKILL');
  rmSync(dir, { recursive: true, force: true });
});
async function until(what: string, holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !holds(); await new Promise((r) => setTimeout(r, 20))) if (Date.now() > end) throw new Error(`${what}: waited too long; ${out.slice(-400)}`);
}
/** An engine that only says that it lives and isolates; like the real one it ends with its parent. */
const FAKE = `import { appendFileSync } from 'node:fs';
appendFileSync('pids', process.pid + '\\n');
process.send({ kind: 'sandbox', ok: true, backend: 'bwrap', limits: 'rlimits only', howToFix: null, checks: [] });
process.on('disconnect', () => process.exit(0));
setInterval(() => {}, 1000);`;
const pids = (): number[] => {
  try {
    return readFileSync(join(dir, 'pids'), 'utf8').trim().split('\n').map(Number);
  } catch {
    return [];
  }
};
const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
function startHost(): ChildProcess {
  mkdirSync(join(dir, 'dist/current'), { recursive: true });
  writeFileSync(join(dir, 'dist/current/engine.mjs'), FAKE);
  const child = spawn(process.execPath, [bundleForNode('server/engine/host.fixture.ts', 'host')], { cwd: dir, env: { ...process.env, OOMRL_DATA: dir }, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout?.on('data', (text) => { out += text; });
  child.stderr?.on('data', (text) => { out += text; });
  return child;
}

it('starts one engine, nice, again after a kill, and ends streams and engine on SIGTERM', { timeout: 60_000 }, async () => {
  host = startHost();
  await until('first engine', () => pids().length === 1);
  const first = pids()[0] as number;
  await until('it is nice', () => getPriority(first) === 10);
  process.kill(first, 'SIGKILL');
  await until('second engine', () => pids().length === 2);
  expect(out).toContain('ended (SIGKILL); starting again in 0.5 s');
  await until('status', () => out.includes(`{"running":true,"pid":${pids()[1]},"failures":1,"sandbox":{"kind":"sandbox","ok":true,"backend":"bwrap"`));
  host.kill('SIGTERM');
  await until('end', () => host?.exitCode === 0 && !alive(pids()[1] as number));
  expect(out).toContain('streams closed');
  expect(pids().length).toBe(2);
});

it('a killed server leaves no engine behind', { timeout: 60_000 }, async () => {
  host = startHost();
  await until('engine', () => pids().length === 1);
  host.kill('SIGKILL');
  await until('engine gone', () => !alive(pids()[0] as number));
});

it('the bus hears other writers, in order, once, and asks nothing when nobody listens', async () => {
  process.env.OOMRL_DATA = dir;
  const other: Db = openDb(join(dir, 'oomrl.db'));
  migrateDb(other);
  appendEvent(other, { kind: 'before', now: 1 });
  const heard: string[] = [];
  const stop = bus().subscribe((events) => heard.push(...events.map((e) => e.kind)));
  for (const kind of ['a', 'b', 'c']) appendEvent(other, { kind, now: 2 });
  await until('three events', () => heard.length >= 3);
  bus().wake();
  expect(heard).toEqual(['a', 'b', 'c']);
  stop();
  appendEvent(other, { kind: 'd', now: 3 });
  await new Promise((r) => setTimeout(r, 250));
  expect([heard.length, bus().listeners]).toEqual([3, 0]);
  const again: string[] = [];
  bus().subscribe((events) => again.push(...events.map((e) => e.kind)));
  appendEvent(other, { kind: 'e', now: 4 });
  bus().wake();
  expect(again).toEqual(['e']);
  bus().shutdown();
  expect(bus().listeners).toBe(0);
  other.$client.close();
});
