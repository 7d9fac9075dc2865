import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadPackage } from './load-package';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'pkg-'));
  mkdirSync(path.join(dir, 'src'));
  mkdirSync(path.join(dir, 'tests'));
  writeFileSync(path.join(dir, 'strategy.json'), JSON.stringify({ name: 'x', language: 'typescript', entry: 'src/strategy.ts', contract: 1, universe: 'all', benchmark: null, parameters: {} }));
  writeFileSync(path.join(dir, 'src/strategy.ts'), 'export const lookbackDays = 1;\n');
  writeFileSync(path.join(dir, 'tests/a.test.ts'), '');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it('a package that stands behind a link is read, but nothing in it may be one', () => {
  const link = `${dir}-link`;
  symlinkSync(path.dirname(dir), link);
  try {
    expect(loadPackage(path.join(link, path.basename(dir))).hashes).toEqual(loadPackage(dir).hashes);
  } finally {
    rmSync(link);
  }
});

it('reads a package and hashes each part by its bytes', () => {
  const before = loadPackage(dir);
  expect(before.sources).toEqual([{ path: 'src/strategy.ts', text: 'export const lookbackDays = 1;\n' }]);
  writeFileSync(path.join(dir, 'tests/a.test.ts'), '//');
  const after = loadPackage(dir);
  expect(after.hashes.src).toBe(before.hashes.src);
  expect(after.hashes.tests).not.toBe(before.hashes.tests);
  expect(after.hashes.package).not.toBe(before.hashes.package);
});

it.each([
  ['a symbolic link', () => symlinkSync('/etc/passwd', path.join(dir, 'src/leak.ts')), /leak.ts cannot be read as a plain file/],
  ['a linked folder', () => symlinkSync('/etc', path.join(dir, 'baseline')), /baseline in the package is not a plain directory/],
  ['a hard link', () => linkSync(path.join(dir, 'src/strategy.ts'), path.join(dir, 'src/twin.ts')), /hard links/],
  ['a pipe', () => execFileSync('mkfifo', [path.join(dir, 'src/pipe.ts')]), /not a regular file/],
  ['bytes that are not UTF-8', () => writeFileSync(path.join(dir, 'src/b.ts'), Buffer.from([0xff, 0xfe])), /not valid UTF-8/],
  ['a file too large', () => truncateSync(path.join(dir, 'src/strategy.ts'), 2 << 20), /at most/],
  ['a missing entry', () => rmSync(path.join(dir, 'src/strategy.ts')), /names the entry/],
  ['an unknown key', () => writeFileSync(path.join(dir, 'strategy.json'), '{"name":"x","extra":1}'), /strategy.json/],
])('refuses %s', (_name, spoil, message) => {
  spoil();
  expect(() => loadPackage(dir)).toThrow(message);
});
