import { closeSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Daemon, startDockerd, whyNoDocker } from '@/server/test/start-dockerd';
import { docker, dockerArgs, dockerSeccompProfile, OWNER_LABEL } from './docker-command';
import { createPipe } from './pipe';
import { sandboxSelfTest } from './sandbox-self-test';
import { DENIED, DENIED_SOCKETS } from './seccomp-syscalls';
import { spawnSandboxed } from './spawn-sandboxed';
import { DEFAULT_LIMITS, type SandboxSpec } from './types';

const skipped = whyNoDocker();
const note = skipped ? ` (${skipped})` : '';

it('the arguments give a container nothing but what the backend promises', () => {
  const spec: SandboxSpec = { role: 'judge', runtime: 'node', argv: ['/w/a.cjs'], files: [], extraFds: [{ fd: 7, direction: 'in' }, { fd: 3, direction: 'out' }] };
  const args = dockerArgs(spec, DEFAULT_LIMITS, { name: 'n', image: 'i', files: '/f', fifos: new Map([[7, '/x/7'], [3, '/x/3']]), seccompFile: '/s.json' }, '/usr/bin/node').join(' ');
  for (const part of ['--network none', '--ipc none', '--read-only', '--user 64002:64002', '--cap-drop ALL', 'no-new-privileges', 'seccomp=/s.json', '--pids-limit 64', `--memory ${(1 << 30) + (64 << 20)}`, '--pull never', 'dst=/w,readonly', 'noexec']) expect(args).toContain(part);
  expect(args).toContain('exec 3>/io/3; exec 7</io/7; exec "$@"');
  expect(args).not.toMatch(/privileged|--pid |docker\.sock|--volume/);
});

it('the filter refuses the same calls as that of bubblewrap', () => {
  const { syscalls } = JSON.parse(dockerSeccompProfile()) as { syscalls: { names: string[]; errnoRet: number }[] };
  expect(syscalls.find((s) => s.names.includes('ptrace'))).toMatchObject({ names: Object.keys(DENIED), errnoRet: 1 });
  expect(syscalls.find((s) => s.names.includes('socket'))).toMatchObject({ names: Object.keys(DENIED_SOCKETS), errnoRet: 13 });
  expect(syscalls.filter((s) => s.names.includes('clone')).length).toBe(8);
});

it('a backend that does not exist is refused, and none takes its place', async () => {
  vi.stubEnv('OOMRL_SANDBOX', 'none');
  expect(() => spawnSandboxed({ role: 'subject', runtime: 'node', argv: [], files: [] })).toThrow(/must be one of bwrap, docker/);
  expect(await sandboxSelfTest()).toMatchObject({ ok: false, backend: 'none' });
  vi.stubEnv('OOMRL_SANDBOX', 'docker');
  vi.stubEnv('OOMRL_DOCKER', '/nowhere/docker');
  expect(await sandboxSelfTest()).toMatchObject({ ok: false, backend: 'docker', howToFix: expect.stringContaining('apt-get install -y docker.io') });
  vi.unstubAllEnvs();
});

describe.skipIf(skipped !== null)(`with a daemon${note}`, () => {
  let daemon: Daemon | null = null;
  beforeAll(async () => {
    daemon = await startDockerd();
    if (!daemon) return;
    vi.stubEnv('DOCKER_HOST', daemon.host);
    vi.stubEnv('OOMRL_SANDBOX', 'docker');
    const report = await sandboxSelfTest();
    expect(report.checks.filter((check) => !check.ok)).toEqual([]);
  }, 90_000);
  beforeEach(({ skip }) => {
    if (!daemon) skip('dockerd is installed but does not start here');
  });
  afterAll(async () => {
    await daemon?.stop();
    vi.unstubAllEnvs();
  }, 30_000);

  const script = (code: string, rest: Partial<SandboxSpec> = {}): SandboxSpec => ({ role: 'subject', runtime: 'node', runtimeArgs: ['--v8-pool-size=1', '--max-old-space-size=256'], files: [{ at: '/w/main.cjs', data: Buffer.from(code) }], argv: ['/w/main.cjs'], wallMs: 20_000, ...rest });

  it('every line of the containment table holds', async () => {
    expect(await sandboxSelfTest()).toMatchObject({ ok: true, backend: 'docker', howToFix: null });
  });

  it('runs a program and hands out its output and exit code', async () => {
    expect(await spawnSandboxed(script('console.log("hello"); console.error("warn"); process.exit(7)')).exited).toMatchObject({ code: 7, killedBy: null, stdout: 'hello\n', stderr: 'warn\n' });
  });

  it('connects two containers by raw fds, and the parent by streams', async () => {
    const link = createPipe();
    const reader = spawnSandboxed(script(`const fs=require('fs');const b=Buffer.alloc(100);const n=fs.readSync(7,b);console.log(b.toString('utf8',0,n))`, { role: 'judge', extraFds: [{ fd: 7, direction: 'in', raw: link.read }] }));
    const code = `const fs=require('fs');const b=Buffer.alloc(100);const n=fs.readSync(3,b);fs.writeSync(4,'got '+b.toString('utf8',0,n));const m=fs.readSync(0,b);fs.writeSync(5,'raw '+b.toString('utf8',0,m));`;
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

  it.each<[string, string, Partial<SandboxSpec>, object]>([
    ['a program that does not end', 'for(;;);', { wallMs: 3000 }, { killedBy: 'wall' }],
    ['CPU time', 'for(;;);', { limits: { cpuSeconds: 1 } }, { killedBy: null, code: 137 }],
    ['a flood', 'const s="x".repeat(1<<16);for(;;)require("fs").writeSync(1,s)', {}, { killedBy: 'output' }],
    ['memory off the heap', 'const a=[];for(;;)a.push(Buffer.alloc(64<<20,1))', {}, { killedBy: null }],
  ])('%s is ended, and no container stays', async (_name, code, rest, outcome) => {
    expect(await spawnSandboxed(script(code, rest)).exited).toMatchObject(outcome);
    await vi.waitFor(() => expect(docker(['ps', '-aq', '--filter', `label=${OWNER_LABEL}`])).toBe(''), { timeout: 10_000, interval: 200 });
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith(`oomrl-docker-${process.pid}-`))).toEqual([]);
  });

  it('runs Python', async () => {
    const exit = await spawnSandboxed({ role: 'subject', runtime: 'python', runtimeArgs: ['-s', '-S', '-B'], files: [{ at: '/w/a.py', data: Buffer.from('import json, math, decimal\nprint(json.dumps([math.pi > 3, list({"a", "b"})]))') }], argv: ['/w/a.py'], wallMs: 20_000 }).exited;
    expect([exit.code, exit.stderr]).toEqual([0, '']);
    expect(JSON.parse(exit.stdout)).toEqual([true, expect.arrayContaining(['a', 'b'])]);
  });
});
