import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findCgroup, parseCgroupMount, parseOwnGroup } from './cgroup-home';
import { limitLayers, prepareCgroups } from './cgroup-layer';
import { sweepGroups } from './sandbox-group';
import { sandboxSelfTest } from './sandbox-self-test';
import { spawnSandboxed } from './spawn-sandboxed';
import type { SandboxExit, SandboxLimits } from './types';

it('reads where this process stands', () => {
  expect(parseOwnGroup('4:memory:/a/b\n0::/system.slice/oomrl.service\n')).toBe('/system.slice/oomrl.service');
  expect(parseOwnGroup('4:memory:/a/b\n')).toBeNull();
  expect(parseCgroupMount('30 24 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n')).toEqual({ at: '/sys/fs/cgroup', root: '/' });
  expect(parseCgroupMount('31 24 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n')).toBeNull();
});

describe('a directory that is named', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'cgroup-like-'));
    return () => rmSync(dir, { recursive: true });
  });
  it('is used with the controllers it has, which are switched on for its children', () => {
    vi.stubEnv('OOMRL_CGROUP', dir);
    expect(findCgroup()).toMatchObject({ whyNot: expect.stringContaining(dir) as string });
    for (const [file, text] of [['cgroup.procs', ''], ['cgroup.subtree_control', ''], ['cgroup.controllers', 'cpuset cpu io memory pids\n']] as const) writeFileSync(path.join(dir, file), text);
    expect(findCgroup()).toEqual({ home: { dir, controllers: ['memory', 'pids', 'cpu'] } });
    expect(readFileSync(path.join(dir, 'cgroup.subtree_control'), 'utf8')).toBe('+memory +pids +cpu');
    vi.stubEnv('OOMRL_CGROUP', 'off');
    expect(findCgroup()).toEqual({ whyNot: 'OOMRL_CGROUP is off' });
    vi.unstubAllEnvs();
  });
});

/** A group of the tests' own on the real kernel, or why there is none. */
function realGroup(): { dir: string; controllers: string[] } | { why: string } {
  const mount = parseCgroupMount(readFileSync('/proc/self/mountinfo', 'utf8'));
  if (!mount) return { why: 'cgroup v2 is not mounted' };
  const dir = path.join(mount.at, path.relative(mount.root, parseOwnGroup(readFileSync('/proc/self/cgroup', 'utf8')) ?? '/'), `oomrl-test-${process.pid}`);
  try {
    mkdirSync(dir);
    return { dir, controllers: readFileSync(path.join(dir, 'cgroup.controllers'), 'utf8').trim().split(' ') };
  } catch (error) {
    return { why: `no group can be made here (${(error as NodeJS.ErrnoException).code})` };
  }
}
const real = realGroup();
const why = 'why' in real ? real.why : null;
const noMemory = 'why' in real ? real.why : real.controllers.includes('memory') && real.controllers.includes('pids') ? null : 'the controllers memory and pids are not offered';

const run = (code: string, limits: Partial<SandboxLimits> = {}): Promise<SandboxExit> =>
  spawnSandboxed({ role: 'subject', runtime: 'node', runtimeArgs: ['--no-warnings', '--v8-pool-size=1', '--max-old-space-size=256'], files: [{ at: '/w/main.cjs', data: Buffer.from(code) }], argv: ['/w/main.cjs'], wallMs: 8000, limits }).exited;

describe.skipIf(why !== null)(`on the kernel of this machine${why ? ` (skipped: ${why})` : ''}`, () => {
  const dir = 'dir' in real ? real.dir : '';
  const groups = () => readdirSync(dir).filter((name) => name.startsWith('oomrl-sandbox-'));
  beforeAll(() => {
    vi.stubEnv('OOMRL_CGROUP', dir);
    prepareCgroups();
  });
  afterAll(async () => {
    vi.stubEnv('OOMRL_CGROUP', 'off');
    prepareCgroups();
    vi.unstubAllEnvs();
    for (let i = 0; i < 60 && groups().length > 0; i++) await new Promise((resolve) => setTimeout(resolve, 50));
    for (const name of readdirSync(dir, { withFileTypes: true })) if (name.isDirectory()) rmdirSync(path.join(dir, name.name));
    rmdirSync(dir);
  });

  it('each sandbox runs in a group of its own, is measured, and leaves no group', async () => {
    expect(limitLayers()).toContain(`rlimits and cgroup v2 in ${dir}`);
    const busy = run('const t=Date.now();while(Date.now()-t<400);console.log(1)');
    await expect.poll(() => groups().map((name) => readFileSync(path.join(dir, name, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).length), { timeout: 3000 }).toEqual([3]); // bwrap, its first process and node
    const exit = await busy;
    expect(exit).toMatchObject({ code: 0, stdout: '1\n' });
    expect(exit.usage!.cpuMs).toBeGreaterThan(100);
    expect(exit.usage!.cpuMs).toBeLessThan(4000);
    await expect.poll(groups, { timeout: 3000 }).toEqual([]);
  });

  it('the containment is the same: no descriptor of the group reaches the program', async () => {
    const report = await sandboxSelfTest();
    expect(report.checks.filter((check) => !check.ok)).toEqual([]);
    expect(report.limits).toContain(dir);
  });

  it('what a killed owner left is ended and removed at the next start', async () => {
    const orphan = path.join(dir, 'oomrl-sandbox-4194303-1');
    mkdirSync(orphan);
    const pid = Number(execFileSync('/bin/sh', ['-c', `echo 0 > ${orphan}/cgroup.procs; sleep 60 >/dev/null 2>&1 & echo $!`], { encoding: 'utf8' }));
    expect(readFileSync(path.join(orphan, 'cgroup.procs'), 'utf8')).toContain(String(pid));
    expect(sweepGroups(dir)).toBe(1);
    await expect.poll(() => existsSync(orphan), { timeout: 3000 }).toBe(false);
    expect(sweepGroups(dir)).toBe(0);
  });

  it.skipIf(noMemory !== null)(`memory and processes are bounded by the group${noMemory ? ` (skipped: ${noMemory})` : ''}`, async () => {
    const bomb = 'const a=[];for(;;)a.push(Buffer.alloc(16<<20,1))';
    const exit = await run(bomb, { addressSpaceBytes: 1 << 30, tmpBytes: 1 << 20 });
    expect(exit.code).not.toBe(0);
    expect(exit.usage!.peakMemoryBytes!).toBeLessThanOrEqual((1 << 30) + (1 << 20));
    expect((await run('console.log(1)')).usage!.peakMemoryBytes!).toBeGreaterThan(10 << 20);
  });
});
