import { expect, it } from 'vitest';
import { createPipe } from './pipe';
import { spawnSandboxed } from './spawn-sandboxed';
import type { SandboxSpec } from './types';
import { closeSync } from 'node:fs';

const script = (code: string, rest: Partial<SandboxSpec> = {}): SandboxSpec => ({
  role: 'subject',
  runtime: 'node',
  runtimeArgs: ['--v8-pool-size=1', '--max-old-space-size=256'],
  files: [{ at: '/w/main.cjs', data: Buffer.from(code) }],
  argv: ['/w/main.cjs'],
  wallMs: 10_000,
  ...rest,
});

it('runs a program and hands out its output and exit code', async () => {
  const exit = await spawnSandboxed(script('console.log("hello"); console.error("warn"); process.exit(7)')).exited;
  expect(exit).toMatchObject({ code: 7, killedBy: null, stdout: 'hello\n', stderr: 'warn\n' });
});

it('connects streams and raw fds', async () => {
  const code = `const fs=require('fs');const b=Buffer.alloc(100);const n=fs.readSync(3,b);fs.writeSync(4,'got '+b.toString('utf8',0,n));
    const m=fs.readSync(0,b);fs.writeSync(5,'raw '+b.toString('utf8',0,m));`;
  const link = createPipe();
  const reader = spawnSandboxed(script(`const fs=require('fs');const b=Buffer.alloc(100);const n=fs.readSync(7,b);console.log(b.toString('utf8',0,n))`, { role: 'judge', extraFds: [{ fd: 7, direction: 'in', raw: link.read }] }));
  const main = spawnSandboxed(script(code, { stdin: 'pipe', extraFds: [{ fd: 3, direction: 'in' }, { fd: 4, direction: 'out' }, { fd: 5, direction: 'out', raw: link.write }] }));
  closeSync(link.read);
  closeSync(link.write);
  let got = '';
  main.readable(4).on('data', (d) => { got += d; });
  main.writable(3).write('abc');
  main.stdin!.write('xyz');
  expect((await main.exited).code).toBe(0);
  expect(got).toBe('got abc');
  expect((await reader.exited).stdout).toBe('raw xyz\n');
});
