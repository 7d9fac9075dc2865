import { execFileSync, spawnSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { migrateDb, openDb } from '@/server/db/client';
import { registerMarket } from '@/server/db/market-store';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { BROKEN_SIZING, fixtureFiles, HONEST_SIZING } from '@/server/stdaw/attacks/fixture';
import { makeUnifiedDiff } from '@/server/stdaw/diff/make-unified-diff';
import { bundleForNode } from '@/server/test/bundle-for-node';
import { run } from './verify';

let dir: string;

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

interface Ran {
  status: number;
  out: string;
  json: () => Record<string, unknown>;
}

async function oomrl(args: string[]): Promise<Ran> {
  let out = '';
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => Boolean((out += String(text))));
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const status = await run(args);
    return { status, out, json: () => JSON.parse(out) as Record<string, unknown> };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}
const verify = (...args: string[]) => oomrl(['--package', dir, '--json', ...args]);
const codeOf = (ran: Ran) => [ran.status, (ran.json().gradient as { code: string } | null)?.code];
const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: dir, stdio: 'ignore' });

describe('exit status', () => {
  it('0 and a verdict as JSON for a sound package, a table for people', async () => {
    put(HONEST_SIZING);
    const ran = await verify();
    expect(ran.json()).toMatchObject({ version: 1, status: 'pass', tests: { passed: 8, expected: 8 }, verdictHash: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    expect(ran.status).toBe(0);
    expect((await oomrl(['--package', dir])).out).toMatch(/✓ applies[\s\S]*✓ coverage[\s\S]*PASS {2}8 of 8 tests/);
  });

  it('1 with the gradient for a failing test', async () => {
    put(BROKEN_SIZING);
    const ran = await verify('--seed', '5');
    expect(ran.status).toBe(1);
    expect(ran.json()).toMatchObject({ status: 'fail', seed: 5, gradient: { gate: 'tests', code: 'TEST_FAILED' } });
    expect((await oomrl(['--package', dir])).out).toMatch(/expected[\s\S]*at tests\/sizing\.test\.ts:\d+/);
  });

  it('takes a patch, and refuses one that touches the tests', async () => {
    put(BROKEN_SIZING);
    const patch = path.join(dir, 'fix.patch');
    writeFileSync(patch, makeUnifiedDiff(fixtureFiles(BROKEN_SIZING), fixtureFiles(HONEST_SIZING)));
    expect((await verify('--patch', patch)).status).toBe(0);
    writeFileSync(patch, makeUnifiedDiff(fixtureFiles(BROKEN_SIZING), fixtureFiles(BROKEN_SIZING).filter((f) => f.path !== 'tests/sizing.test.ts')));
    const ran = await verify('--patch', patch);
    expect(codeOf(ran)).toEqual([1, 'TESTS_TOUCHED']);
  });

  it('--phase test takes a patch of tests, without an autopsy that opens them', { timeout: 60_000 }, async () => {
    put(HONEST_SIZING);
    const base = fixtureFiles(HONEST_SIZING);
    const patch = path.join(dir, 'tests.patch');
    const write = (name: string, text: string) => writeFileSync(patch, makeUnifiedDiff(base, [...base.filter((f) => f.path !== name), { path: name, text }]));
    write('tests/more.test.ts', "import { expect, test } from '@oomrl/kit';\nimport { withinVolume } from '../src/sizing.ts';\ntest('an order of exactly the part stays', () => { expect(withinVolume(1234, 12345, 0.1)).toBe(1234); });\n");
    const ran = await verify('--patch', patch, '--phase', 'test', '--seed', '8');
    expect(ran.json()).toMatchObject({ phase: 'test_genesis', gradient: null, tests: { passed: 9, expected: 9 } });
    expect(ran.status).toBe(0);
    write('src/sizing.ts', BROKEN_SIZING);
    expect(codeOf(await verify('--patch', patch, '--phase', 'test'))).toEqual([1, 'SOURCE_CHANGED']);
  });

  it('takes constraints from an autopsy', async () => {
    put(BROKEN_SIZING);
    const patch = path.join(dir, 'fix.patch');
    writeFileSync(patch, makeUnifiedDiff(fixtureFiles(BROKEN_SIZING), fixtureFiles(HONEST_SIZING)));
    const autopsy = path.join(dir, 'autopsy.json');
    writeFileSync(autopsy, JSON.stringify({ mandate: 'anything', constraints: { max_ast_edits: 1 } }));
    const ran = await verify('--patch', patch, '--autopsy', autopsy);
    expect(codeOf(ran)).toEqual([1, 'AST_BUDGET_EXCEEDED']);
  });

  it('wrong use is an error, which the command answers with 2', async () => {
    put(HONEST_SIZING);
    for (const args of [[], ['--package', path.join(dir, 'none')], ['--package', dir, '--phase', 'other'], ['--package', dir, '--patch', '/nowhere'], ['--package', dir, '--nonsense']]) {
      await expect(oomrl(args)).rejects.toThrow();
    }
  });

  it('--self-test says what isolates and what bounds here', async () => {
    const ran = await oomrl(['--self-test']);
    expect([ran.status, ran.out]).toEqual([0, expect.stringMatching(/✓ no TCP[\s\S]*· limits: rlimits (only \(no cgroup: |and cgroup v2)[\s\S]*SANDBOX HOLDS {2}bwrap/)]);
    expect((await oomrl(['--self-test', '--json'])).json()).toMatchObject({ ok: true, limits: expect.stringContaining('rlimits') as string });
  });

  it('2 without bubblewrap, and nothing runs', { timeout: 60_000 }, () => {
    put(HONEST_SIZING);
    const cli = bundleForNode('cli/main.ts', 'verify-cli');
    const ran = spawnSync(process.execPath, [cli, 'verify', '--package', dir, '--json'], { encoding: 'utf8', env: { ...process.env, OOMRL_BWRAP: '/nowhere/bwrap' } });
    expect([ran.status, ran.stdout]).toEqual([2, '']);
    expect(JSON.parse(ran.stderr)).toEqual({ error: { code: 'MISSING_PART', message: expect.stringMatching(/^No untrusted code[\s\S]*apt-get install .*bubblewrap/), details: expect.anything() } });
  });
});

it('compares on a stored market', { timeout: 60_000 }, async () => {
  vi.stubEnv('OOMRL_DATA', path.join(dir, 'data'));
  const db = openDb();
  migrateDb(db);
  registerMarket(db, { name: 'small', panel: generateSyntheticMarket({ seed: 3, symbols: 10, years: 1 }), ledger: {}, now: 0 });
  db.$client.close();
  const args = ['--package', 'strategies/daily-momentum', '--market', 'small', '--to', '2022-06-30', '--json'];
  const ran = await oomrl(args);
  expect(ran.json()).toMatchObject({ status: 'pass', sim2real: { market: 'small', to: '2022-06-30', rewardDelta: 0 } });
  await expect(oomrl([...args.slice(0, 3), 'none'])).rejects.toThrow(/no market named none/);
  vi.unstubAllEnvs();
});

it('keeps a signed record that verifies again', async () => {
  put(HONEST_SIZING);
  vi.stubEnv('OOMRL_DATA', path.join(dir, 'data'));
  const { record } = (await verify('--record')).json() as { record: string };
  const again = await oomrl(['--replay', record, '--json']);
  expect([again.status, again.json()]).toEqual([0, expect.objectContaining({ reproduced: true, differences: [], status: 'pass' })]);
  const text = readFileSync(record, 'utf8');
  writeFileSync(record, text.replace('"passed":8', '"passed":9'));
  const altered = await oomrl(['--replay', record, '--json']);
  expect([altered.status, altered.json().reproduced]).toEqual([1, false]);
  vi.unstubAllEnvs();
});

describe('the tests on disk must be the accepted ones', () => {
  const weaken = () => writeFileSync(path.join(dir, 'tests/sizing.test.ts'), fixtureFiles(BROKEN_SIZING)[4]!.text.replace('toBe(37400)', 'toBeGreaterThan(0)').replace('toBe(1234)', 'toBeGreaterThan(0)'));

  it('by git HEAD', async () => {
    put(BROKEN_SIZING);
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'accepted');
    weaken();
    expect(codeOf(await verify())).toEqual([1, 'TESTS_CHANGED']);
    git('add', '.');
    git('commit', '-q', '-m', 'accepted again');
    expect(codeOf(await verify())).not.toEqual([1, 'TESTS_CHANGED']);
  });

  it('says when nobody has accepted them', async () => {
    put(HONEST_SIZING);
    const first = await oomrl(['--package', dir]);
    expect(first.status).toBe(0);
    expect(first.out).toContain('\nnote: nobody has accepted the tests of this package');
    expect((await oomrl(['--package', dir, '--json'])).json()).toMatchObject({ status: 'pass', note: expect.stringContaining('--accept-tests') as string });
    await oomrl(['--package', dir, '--accept-tests']);
    expect((await oomrl(['--package', dir])).out).not.toContain('note:');
  });

  it('by strategy.lock', async () => {
    put(BROKEN_SIZING);
    expect((await oomrl(['--package', dir, '--accept-tests'])).status).toBe(0);
    weaken();
    expect(codeOf(await verify())).toEqual([1, 'TESTS_CHANGED']);
    expect((await oomrl(['--package', dir, '--accept-tests'])).status).toBe(0);
    expect(codeOf(await verify())[1]).not.toBe('TESTS_CHANGED');
  });

  it('strategy.json too, whose thresholds are the owner\'s', async () => {
    put(HONEST_SIZING);
    const manifest = path.join(dir, 'strategy.json');
    const loosen = () => writeFileSync(manifest, JSON.stringify({ ...(JSON.parse(readFileSync(manifest, 'utf8')) as object), frozen: [], survivors: 1 }));
    const accepted = readFileSync(manifest);
    expect((await oomrl(['--package', dir, '--accept-tests'])).status).toBe(0);
    loosen();
    expect(codeOf(await verify())).toEqual([1, 'MANIFEST_CHANGED']);
    expect((await oomrl(['--package', dir, '--accept-tests'])).status).toBe(0);
    expect((await verify()).status).toBe(0);
    // A lock of an earlier edition names no manifest.
    const lock = path.join(dir, 'strategy.lock');
    const { manifest: _, ...old } = JSON.parse(readFileSync(lock, 'utf8')) as Record<string, string>;
    writeFileSync(lock, JSON.stringify(old));
    expect((await verify()).json()).toMatchObject({ code: 'PACKAGE_INVALID', message: expect.stringContaining('--accept-tests') as string });
    // Without a lock git HEAD holds: a lock rewritten in the working tree changes nothing.
    rmSync(lock);
    writeFileSync(manifest, accepted);
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'accepted');
    loosen();
    expect((await oomrl(['--package', dir, '--accept-tests'])).status).toBe(0);
    expect(codeOf(await verify())).toEqual([1, 'MANIFEST_CHANGED']);
  });

  it('a repository cannot make git start programs', async () => {
    put(HONEST_SIZING);
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'x');
    for (const key of ['core.fsmonitor', 'core.sshCommand', 'core.pager', 'core.editor', 'filter.x.smudge', 'diff.external', 'alias.ls-tree']) git('config', key, `touch ${dir}/pwned; echo`);
    expect((await verify()).status).toBe(0);
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
  ])('%s', async (_name, spoil) => {
    put(HONEST_SIZING);
    spoil();
    const ran = await verify();
    expect([ran.status, ran.json().code]).toEqual([1, 'PACKAGE_INVALID']);
  });
});
