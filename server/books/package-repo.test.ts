import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { git } from './git';
import { initRepo, readCommit, setBranch, writeCommit } from './package-repo';

let dir = '';
let repo = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'repo-'));
  repo = join(dir, 'p.git');
  initRepo(repo);
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));
const FILES = [{ path: 'src/b.ts', text: 'é\n' }, { path: 'src/a.ts', text: '' }, { path: 'strategy.json', text: '{}' }];
const commit = (more: Partial<Parameters<typeof writeCommit>[1]> = {}) => writeCommit(repo, { ref: 'refs/heads/main', parent: null, files: FILES, message: 'first\n', at: 1_700_000_000_000, ...more });

it('reads back what was written, from objects, whatever the order', () => {
  const id = commit();
  expect(readCommit(repo, id)).toEqual([...FILES].sort((a, b) => (a.path < b.path ? -1 : 1)));
  expect(commit({ files: [...FILES].reverse() })).toBe(id);
});

it('the same input is the same commit, on another machine too', () => {
  expect(commit()).toBe('bf1aacc779180188b606bdc4cc4ae2980b208155');
});

it('a child replaces the whole tree and keeps its parent', () => {
  const first = commit();
  const second = commit({ ref: 'refs/approvals/x', parent: first, files: [{ path: 'src/a.ts', text: 'x' }], message: 'second\n' });
  expect(readCommit(repo, second)).toEqual([{ path: 'src/a.ts', text: 'x' }]);
  expect(git(repo, ['rev-parse', `${second}^`]).toString().trim()).toBe(first);
  setBranch(repo, 'main', second);
  expect(git(repo, ['rev-parse', 'main']).toString().trim()).toBe(second);
});

it.each(['../evil', 'src/../../evil', '/etc/passwd', '.git/hooks/x', 'src/.GIT/config', 'a\nM 100755 inline x', '"quoted"', '', 'src//a', '-x'])('refuses the path %j', (path) => {
  expect(() => commit({ files: [{ path, text: '' }] })).toThrow(/no path a package may hold/);
});

it('file text cannot end its own record and speak to git', () => {
  const text = 'x\ndone\nreset refs/heads/main\n\ncommit refs/heads/evil\n';
  expect(readCommit(repo, commit({ files: [{ path: 'a', text }] }))).toEqual([{ path: 'a', text }]);
  expect(git(repo, ['for-each-ref', '--format=%(refname)']).toString().trim()).toBe('refs/heads/main');
});

it('refuses links in a commit', () => {
  const work = join(dir, 'work');
  mkdirSync(work);
  symlinkSync('/etc/passwd', join(work, 'link'));
  const run = (...args: string[]) => execFileSync('git', ['-C', work, '-c', 'user.name=x', '-c', 'user.email=x@x', ...args]);
  run('init', '-q');
  run('add', 'link');
  run('commit', '-qm', 'link');
  git(repo, ['fetch', '-q', work, 'HEAD:refs/heads/evil']);
  expect(() => readCommit(repo, git(repo, ['rev-parse', 'evil']).toString().trim())).toThrow(/mode 120000/);
});

it('runs no hook, no filter and no setting of the machine or the repository', () => {
  const proof = join(dir, 'proof');
  const script = join(dir, 'evil.sh');
  writeFileSync(script, `#!/bin/sh\ntouch ${proof}\n`);
  chmodSync(script, 0o755);
  mkdirSync(join(repo, 'hooks'), { recursive: true });
  for (const hook of ['reference-transaction', 'post-commit', 'post-update', 'pre-receive']) {
    writeFileSync(join(repo, 'hooks', hook), `#!/bin/sh\ntouch ${proof}\n`);
    chmodSync(join(repo, 'hooks', hook), 0o755);
  }
  writeFileSync(join(dir, '.gitconfig'), `[core]\n\thooksPath = ${join(repo, 'hooks')}\n\tfsmonitor = ${script}\n[filter "x"]\n\tclean = ${script}\n\tsmudge = ${script}\n`);
  const before = { HOME: process.env.HOME, GIT_DIR: process.env.GIT_DIR, GIT_CONFIG_COUNT: process.env.GIT_CONFIG_COUNT, GIT_CONFIG_KEY_0: process.env.GIT_CONFIG_KEY_0, GIT_CONFIG_VALUE_0: process.env.GIT_CONFIG_VALUE_0 };
  Object.assign(process.env, { HOME: dir, GIT_DIR: '/nowhere', GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.hooksPath', GIT_CONFIG_VALUE_0: join(repo, 'hooks') });
  try {
    const id = commit({ files: [{ path: 'gitattributes', text: '* filter=x' }, { path: 'a.ts', text: 'x' }] });
    setBranch(repo, 'main', id);
    expect(readCommit(repo, id).length).toBe(2);
  } finally {
    for (const [key, value] of Object.entries(before)) {
      if (value === undefined) delete process.env[key];
      else process.env[key] = value;
    }
  }
  expect(existsSync(proof)).toBe(false);
});
