import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { AppError } from '@/server/contracts/errors';
import type { PackageFile } from '@/server/strategy/types';
import { git } from './git';

const COMMIT = /^[0-9a-f]{40}$/;
const PATH = /^[A-Za-z0-9_][A-Za-z0-9_./ -]*$/;
const REF = /^refs\/[A-Za-z0-9_./-]+$/;

/** Creates the bare repository of a package; a second call is a no-op. */
export function initRepo(repo: string): void {
  if (existsSync(`${repo}/HEAD`)) return;
  mkdirSync(dirname(repo), { recursive: true, mode: 0o700 });
  git(repo, ['init', '--quiet', '--bare', '--template=', '--initial-branch=main', repo]);
}

export interface NewCommit {
  /** Ref that will point at the commit; moved whatever it pointed at before. */
  ref: string;
  parent: string | null;
  /** The whole tree. */
  files: readonly PackageFile[];
  message: string;
  /** Epoch ms; the only time in the commit, so the same input gives the same commit id. */
  at: number;
}

const AUTHOR = 'OOM-RL Console <console@oomrl.invalid>';
const data = (bytes: Buffer): Buffer[] => [Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')];

/** Writes files and commit as one fast-import stream: nothing is checked out, so no hook or filter can run. Returns the commit id. */
export function writeCommit(repo: string, commit: NewCommit): string {
  if (!REF.test(commit.ref) || commit.ref.includes('..')) throw new AppError('BAD_INPUT', `${commit.ref} is no ref name.`);
  if (commit.parent !== null && !COMMIT.test(commit.parent)) throw new AppError('BAD_INPUT', `${commit.parent} is no commit id.`);
  const who = `${AUTHOR} ${Math.floor(commit.at / 1000)} +0000`;
  const chunks = [Buffer.from(`commit ${commit.ref}\nauthor ${who}\ncommitter ${who}\n`), ...data(Buffer.from(commit.message, 'utf8'))];
  if (commit.parent) chunks.push(Buffer.from(`from ${commit.parent}\n`));
  chunks.push(Buffer.from('deleteall\n'));
  for (const file of [...commit.files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (!PATH.test(file.path) || file.path.split('/').some((part) => part === '' || part === '.' || part === '..' || part.toLowerCase() === '.git')) {
      throw new AppError('BAD_INPUT', `${JSON.stringify(file.path)} is no path a package may hold.`);
    }
    chunks.push(Buffer.from(`M 100644 inline ${file.path}\n`), ...data(Buffer.from(file.text, 'utf8')));
  }
  chunks.push(Buffer.from('done\n'));
  git(repo, ['fast-import', '--quiet', '--force', '--done', '--date-format=raw'], Buffer.concat(chunks));
  return git(repo, ['rev-parse', '--verify', `${commit.ref}^{commit}`]).toString('utf8').trim();
}

/** All files of a commit, from git objects: what lies about in a working tree can never be deployed. @throws AppError BAD_INPUT for links and submodules */
export function readCommit(repo: string, commit: string): PackageFile[] {
  if (!COMMIT.test(commit)) throw new AppError('BAD_INPUT', `${commit} is no commit id.`);
  const entries = git(repo, ['ls-tree', '-r', '-z', '--full-tree', commit]).toString('utf8').split('\0').filter(Boolean).map((line) => {
    const [meta, path] = line.split('\t') as [string, string];
    const [mode, , object] = meta.split(' ') as [string, string, string];
    if (mode !== '100644' && mode !== '100755') throw new AppError('BAD_INPUT', `${path} in commit ${commit.slice(0, 10)} has mode ${mode}; a package holds plain files only.`);
    return { path, object };
  });
  const out = git(repo, ['cat-file', '--batch'], entries.map((e) => `${e.object}\n`).join(''));
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let at = 0;
  return entries.map(({ path }) => {
    const headEnd = out.indexOf(10, at);
    const size = Number(out.toString('latin1', at, headEnd).split(' ')[2]);
    const text = utf8.decode(out.subarray(headEnd + 1, headEnd + 1 + size));
    at = headEnd + 1 + size + 1;
    return { path, text };
  });
}

/** Points a branch at a commit. */
export function setBranch(repo: string, branch: string, commit: string): void {
  git(repo, ['update-ref', `refs/heads/${branch}`, commit]);
}
