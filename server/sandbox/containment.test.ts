import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { execFileSync, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';
import { findLeakedFds } from './leaked-fds';
import { spawnSandboxed } from './spawn-sandboxed';
import type { SandboxExit, SandboxSpec } from './types';

const run = (code: string, rest: Partial<SandboxSpec> = {}): Promise<SandboxExit> =>
  spawnSandboxed({
    role: 'subject',
    runtime: 'node',
    runtimeArgs: ['--no-warnings', '--v8-pool-size=1', '--max-old-space-size=256'],
    files: [{ at: '/w/main.cjs', data: Buffer.from(code) }],
    argv: ['/w/main.cjs'],
    wallMs: 8000,
    ...rest,
  }).exited;

/** Bundle a snippet that uses this room and run it in a process of its own. */
function bundle(code: string): { file: string; dir: string } {
  const dir = mkdtempSync(path.join(tmpdir(), 'sandbox-test-'));
  const file = path.join(dir, 'main.mjs');
  buildSync({ stdin: { contents: code, resolveDir: __dirname, loader: 'ts' }, alias: { '@': process.cwd() }, bundle: true, platform: 'node', format: 'esm', packages: 'external', outfile: file });
  // The bundle lies outside the checkout, so its packages are found through a link.
  execFileSync('ln', ['-s', path.join(process.cwd(), 'node_modules'), path.join(dir, 'node_modules')]);
  return { file, dir };
}

/** Every process below `pid`, by the parent links of /proc. */
function descendants(pid: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && new RegExp(`^PPid:\\s+${pid}$`, 'm').test(readFileSync(`/proc/${name}/status`, 'utf8'));
    } catch {
      return false;
    }
  });
  return children.map(Number).flatMap((child) => [child, ...descendants(child)]);
}

const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

const READ_77 = `
  const fs = require('fs'); const seen = [];
  for (let fd = 3; fd < 300; fd++) { try { const b = Buffer.alloc(4096); const n = fs.readSync(fd, b, 0, 4096, 0); if (n > 0) seen.push(fd + ' file ' + n); } catch (e) { if (e.code === 'EISDIR') seen.push(fd + ' dir'); } }
  console.log(JSON.stringify(seen));`;

it('A02: a descriptor that the parent holds open is not visible inside, closed or not', () => {
  const { file, dir } = bundle(`
    import { closeLeakedFds, findLeakedFds } from './leaked-fds';
    import { spawnSandboxed } from './spawn-sandboxed';
    const leaked = findLeakedFds();
    const go = () => spawnSandboxed({ role: 'subject', runtime: 'node', files: [{ at: '/w/m.cjs', data: Buffer.from(${JSON.stringify(READ_77)}) }], argv: ['/w/m.cjs'], wallMs: 8000 }).exited;
    const covered = JSON.parse((await go()).stdout);
    const closed = closeLeakedFds();
    console.log(JSON.stringify({ leaked, covered, closed, after: findLeakedFds(), clean: JSON.parse((await go()).stdout) }));`);
  const secret = path.join(dir, 'secret');
  writeFileSync(secret, 'the secret');
  const out = execFileSync('bash', ['-c', 'exec 77<"$1" 78<"$2"; exec "$3" "$4"', 'x', secret, dir, process.execPath, file], { encoding: 'utf8' });
  rmSync(dir, { recursive: true });
  const result = JSON.parse(out) as Record<string, number[]>;
  expect(result.leaked).toEqual(expect.arrayContaining([77, 78]));
  expect(result.closed).toEqual(result.leaked);
  expect(result).toMatchObject({ covered: [], after: [], clean: [] });
});

it('A03: a secret in the environment of the parent is absent', async () => {
  process.env.BROKER_SECRET = 'hunter2';
  const exit = await run('console.log(JSON.stringify(process.env))');
  delete process.env.BROKER_SECRET;
  expect(JSON.parse(exit.stdout)).toEqual({ HOME: '/tmp', LANG: 'C.UTF-8', PATH: '/usr/bin', PWD: '/tmp', TZ: 'UTC' });
});

it('A06: a worker thread cannot multiply the memory, a second program cannot start', async () => {
  const exit = await run(`const {Worker}=require('worker_threads');for(let i=0;i<64;i++)new Worker('const a=[];for(;;)a.push(new Array(1e5).fill(1.1))',{eval:true}).on('error',()=>{});`);
  expect(exit.code).not.toBe(0);
  const exec = await run(`const r=require('child_process').spawnSync('/usr/bin/node',['-e','0']);console.log(r.error&&r.error.code)`);
  expect(exec.stdout).toBe('EACCES\n');
});

const bombs: [string, string][] = [
  ['heap', 'const a=[];for(;;)a.push(new Array(1e5).fill(1.1))'],
  ['typed arrays', 'const a=[];for(;;)a.push(new Float64Array(8e6).fill(1))'],
  ['buffers', 'const a=[];for(;;)a.push(Buffer.alloc(16<<20,1))'],
  ['strings', 'let s="x";for(;;)s+=s+Math.random()'],
  ['big integers', 'let b=3n;for(;;)b=b*b'],
  ['files', 'const fs=require("fs");let i=0;for(;;)fs.writeFileSync("/tmp/"+i++,Buffer.alloc(8<<20))'],
  ['endless loop', 'for(;;);'],
  ['processes', 'const r=require("child_process").spawnSync("/usr/bin/node",["-e","0"]);if(r.error)throw r.error'],
];
it.each(bombs)('A07: a bomb of %s dies by its limits and leaves the host as it was', async (_name, code) => {
  const before = statfsSync(tmpdir());
  const exit = await run(code, { limits: { cpuSeconds: 2 } });
  const after = statfsSync(tmpdir());
  expect(exit.killedBy).toBeNull(); // by a limit of the kernel or of V8, not by the clock of the host
  expect(exit.code === 0).toBe(false);
  expect(Math.abs(Number(before.bavail) - Number(after.bavail)) * Number(after.bsize)).toBeLessThan(512 << 20);
});

it('A08: killing the process that started it leaves nothing behind', async () => {
  const { file, dir } = bundle(`
    import { spawnSandboxed } from './spawn-sandboxed';
    for (const role of ['subject', 'judge'] as const) spawnSandboxed({ role, runtime: 'node', files: [{ at: '/w/m.cjs', data: Buffer.from('console.log(1);setInterval(()=>{},1000)') }], argv: ['/w/m.cjs'], stdout: 'pipe' }).stdout!.on('data', () => console.log('up'));`);
  const parent = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] });
  let up = 0;
  await new Promise<void>((resolve) => {
    parent.stdout!.on('data', (text) => {
      up += String(text).split('up').length - 1;
      if (up === 2) resolve();
    });
  });
  const all = descendants(parent.pid!);
  expect(all.length).toBeGreaterThanOrEqual(6); // bwrap, its first process and node, twice
  parent.kill('SIGKILL');
  await expect.poll(() => all.filter(isAlive), { timeout: 1000 }).toEqual([]);
  rmSync(dir, { recursive: true });
});

it('A09: floods of stdout, stderr and an extra fd are bounded and end the process', async () => {
  const flood = (fd: number) => `const fs=require('fs');const b=Buffer.alloc(65536,120);for(;;)fs.writeSync(${fd},b)`;
  for (const fd of [1, 2]) {
    const exit = await run(flood(fd), { limits: { textBytes: 100_000 } });
    expect(exit.killedBy).toBe('output');
    expect((fd === 1 ? exit.stdout : exit.stderr).length).toBe(100_000);
  }
  const exit = await run(flood(5), { extraFds: [{ fd: 5, direction: 'out', capBytes: 1 << 20 }] });
  expect(exit.killedBy).toBe('output');
});

it('kills on silence and on the wall clock, and a sign of life postpones the former', async () => {
  expect((await run('setInterval(()=>{},1000)', { idleMs: 300 })).killedBy).toBe('idle');
  expect((await run('setInterval(()=>{},1000)', { wallMs: 300 })).killedBy).toBe('wall');
  const lively = await run('let n=0;const t=setInterval(()=>{console.log(++n);if(n===8)clearInterval(t)},100)', { idleMs: 500 });
  expect(lively).toMatchObject({ code: 0, killedBy: null });
});

it('a descriptor of this process is never left open by a start', async () => {
  await run('0');
  const count = () => readdirSync('/proc/self/fd').length;
  const before = count();
  for (let i = 0; i < 3; i++) await run('0');
  expect(count()).toBe(before);
  const extra = openSync('/dev/null', 'r');
  expect(findLeakedFds()).not.toContain(extra);
  closeSync(extra);
});

it('python runs in the same containment', async () => {
  const exit = await spawnSandboxed({
    role: 'subject', runtime: 'python', runtimeArgs: ['-I', '-S', '-B'], wallMs: 8000,
    files: [{ at: '/w/main.py', data: Buffer.from('import os,socket,math,json\ntry:\n  socket.socket(); n="open"\nexcept OSError as e: n=e.errno\nprint(json.dumps([os.getuid(), sorted(os.environ), n, math.sqrt(4)]))') }],
    argv: ['/w/main.py'],
  }).exited;
  expect(exit.stderr).toBe('');
  expect(JSON.parse(exit.stdout)).toEqual([65534, ['HOME', 'LANG', 'OPENBLAS_NUM_THREADS', 'PATH', 'PWD', 'PYTHONHASHSEED', 'TZ'], 13, 2]);
});
