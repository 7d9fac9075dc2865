import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BROKEN_SIZING, fixtureFiles, HONEST_SIZING } from '@/server/stdaw/attacks/fixture';
import { makeUnifiedDiff } from '@/server/stdaw/diff/make-unified-diff';
import { bundleForNode } from '@/server/test/bundle-for-node';

let cli: string;
let dir: string;

beforeAll(() => {
  cli = bundleForNode('cli/main.ts', 'verify-cli');
});
afterAll(() => rmSync(cli, { force: true }));
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'oomrl-verify-'));
  return () => rmSync(dir, { recursive: true, force: true });
});

function put(sizing: string): void {
  for (const { path: p, text } of fixtureFiles(sizing)) {
    mkdirSync(path.dirname(path.join(dir, p)), { recursive: true });
    writeFileSync(path.join(dir, p), text);
  }
}

function oomrl(args: string[], env: Record<string, string> = {}): { status: number | null; out: string; err: string; json: () => Record<string, unknown> } {
  const ran = spawnSync(process.execPath, [cli, 'verify', ...args], { encoding: 'utf8', env: { ...process.env, ...env } });
  return { status: ran.status, out: ran.stdout, err: ran.stderr, json: () => JSON.parse(ran.stdout) as Record<string, unknown> };
}
const verify = (...args: string[]) => oomrl(['--package', dir, '--json', ...args]);
const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: dir, stdio: 'ignore' });

describe('exit status', () => {
  it('0 and a verdict as JSON for a sound package, a table for people', () => {
    put(HONEST_SIZING);
    const ran = verify();
    expect(ran.json()).toMatchObject({ version: 1, status: 'pass', tests: { passed: 8, expected: 8 }, verdictHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    expect(ran.status).toBe(0);
    expect(oomrl(['--package', dir]).out).toMatch(/✓ applies[\s\S]*✓ coverage[\s\S]*PASS {2}8 of 8 tests/);
  });

  it('1 with the gradient for a failing test', () => {
    put(BROKEN_SIZING);
    const ran = verify('--seed', '5');
    expect(ran.status).toBe(1);
    expect(ran.json()).toMatchObject({ status: 'fail', seed: 5, gradient: { gate: 'tests', code: 'TEST_FAILED' } });
    expect(oomrl(['--package', dir]).out).toMatch(/expected[\s\S]*at tests\/sizing\.test\.ts:\d+/);
  });

  it('takes a patch, and refuses one that touches the tests', () => {
    put(BROKEN_SIZING);
    const patch = path.join(dir, 'fix.patch');
    writeFileSync(patch, makeUnifiedDiff(fixtureFiles(BROKEN_SIZING), fixtureFiles(HONEST_SIZING)));
    expect(verify('--patch', patch).status).toBe(0);
    writeFileSync(patch, makeUnifiedDiff(fixtureFiles(BROKEN_SIZING), fixtureFiles(BROKEN_SIZING).filter((f) => f.path !== 'tests/sizing.test.ts')));
    const ran = verify('--patch', patch);
    expect([ran.status, (ran.json().gradient as { code: string }).code]).toEqual([1, 'TESTS_TOUCHED']);
  });

  it('takes constraints from an autopsy', () => {
    put(BROKEN_SIZING);
    const patch = path.join(dir, 'fix.patch');
    writeFileSync(patch, makeUnifiedDiff(fixtureFiles(BROKEN_SIZING), fixtureFiles(HONEST_SIZING)));
    const autopsy = path.join(dir, 'autopsy.json');
    writeFileSync(autopsy, JSON.stringify({ mandate: 'anything', constraints: { max_ast_edits: 1 } }));
    const ran = verify('--patch', patch, '--autopsy', autopsy);
    expect([ran.status, (ran.json().gradient as { code: string }).code]).toEqual([1, 'AST_BUDGET_EXCEEDED']);
  });

  it('2 for wrong use', () => {
    put(HONEST_SIZING);
    for (const args of [[], ['--package', path.join(dir, 'none')], ['--package', dir, '--phase', 'other'], ['--package', dir, '--patch', '/nowhere'], ['--package', dir, '--nonsense']]) {
      const ran = oomrl(args);
      expect([args, ran.status, ran.err.startsWith('oomrl: ')]).toEqual([args, 2, true]);
    }
  });

  it('2 without bubblewrap, and nothing runs', () => {
    put(HONEST_SIZING);
    const ran = oomrl(['--package', dir, '--json'], { OOMRL_BWRAP: '/nowhere/bwrap' });
    expect([ran.status, ran.out]).toEqual([2, '']);
    expect(ran.err).toMatch(/apt-get install .*bubblewrap/);
  });
});

describe('the tests on disk must be the accepted ones', () => {
  const weaken = () => writeFileSync(path.join(dir, 'tests/sizing.test.ts'), fixtureFiles(BROKEN_SIZING)[4]!.text.replace('toBe(37400)', 'toBeGreaterThan(0)').replace('toBe(1234)', 'toBeGreaterThan(0)'));
  const code = (ran: ReturnType<typeof oomrl>) => [ran.status, (ran.json().gradient as { code: string } | null)?.code];

  it('by git HEAD', () => {
    put(BROKEN_SIZING);
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'accepted');
    weaken();
    expect(code(verify())).toEqual([1, 'TESTS_CHANGED']);
    git('add', '.');
    git('commit', '-q', '-m', 'accepted again');
    expect(code(verify())).not.toEqual([1, 'TESTS_CHANGED']);
  });

  it('by strategy.lock', () => {
    put(BROKEN_SIZING);
    expect(oomrl(['--package', dir, '--accept-tests']).status).toBe(0);
    weaken();
    expect(code(verify())).toEqual([1, 'TESTS_CHANGED']);
    expect(oomrl(['--package', dir, '--accept-tests']).status).toBe(0);
    expect(code(verify())[1]).not.toBe('TESTS_CHANGED');
  });

  it('a repository cannot make git start programs', () => {
    put(HONEST_SIZING);
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'x');
    for (const key of ['core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.editor', 'filter.x.smudge', 'diff.external', 'alias.ls-tree']) git('config', key, `touch ${dir}/pwned; echo`);
    expect(verify().status).toBe(0);
    expect(spawnSync('test', ['-e', path.join(dir, 'pwned')]).status).toBe(1);
  });
});

describe('a package that points elsewhere', () => {
  it.each([
    ['symbolic link', () => symlinkSync('../tests/ranking.test.ts', path.join(dir, 'src/linked.ts'))],
    ['symbolic link as tests', () => { rmSync(path.join(dir, 'tests'), { recursive: true }); symlinkSync('src', path.join(dir, 'tests')); }],
    ['hard link', () => linkSync(path.join(dir, 'src/ranking.ts'), path.join(dir, 'src/twin.ts'))],
    ['pipe', () => execFileSync('mkfifo', [path.join(dir, 'src/pipe.ts')])],
    ['not UTF-8', () => writeFileSync(path.join(dir, 'src/bytes.ts'), Buffer.from([0xff, 0xfe]))],
  ])('%s', (_name, spoil) => {
    put(HONEST_SIZING);
    spoil();
    const ran = verify();
    expect([ran.status, ran.json().code]).toEqual([1, 'PACKAGE_INVALID']);
  });
});
