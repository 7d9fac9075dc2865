import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openDb } from '@/server/db/client';
import { run as backup } from './commands/backup';
import { run as prepare } from './commands/prepare';
import { run as report } from './commands/report';
import { explain } from './explain';
import { findCommand } from './find-command';
import { nearestOf } from './nearest';
import { parseArgs } from './parse-args';
import { usage } from './usage';

it('half a command names what may follow, and a near miss what was meant', () => {
  for (const [argv, says] of [
    [['import'], /^import needs one of: bars, quotes, workspace, traces\.$/],
    [['import', '--json'], /^import needs one of/],
    [['factor'], /^factor needs eval\.$/],
    [['import', 'bar'], /"import bar"; did you mean bars\?/],
    [['verfy'], /"verfy"; did you mean verify\?/],
    [['sign'], /did you mean sign-in-link\?/],
    [['frobnicate'], /"frobnicate"; `oomrl help`/],
  ] as const) expect(() => findCommand(argv), argv.join(' ')).toThrow(says);
  expect(findCommand(['budget', 'top-up']).words).toEqual(['budget', 'top-up']);
  expect(nearestOf('xyz', ['bars', 'quotes'])).toBe('');
});

it('the help fits a terminal of 80 columns, each summary indented below its usage', () => {
  const lines = usage().split('\n');
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(lines[lines.indexOf('  oomrl worker') + 1]).toMatch(/^ {6}\S/);
});

it('a wrong flag is a sentence with the flags of that command', async () => {
  const options = { book: { type: 'string' }, json: { type: 'boolean' } } as const;
  for (const [args, says] of [
    [['--bok', 'x'], '--bok: there is no such flag; did you mean --book?; allowed: --book, --json.'],
    [['--book'], '--book: a value is missing; allowed: --book, --json.'],
    [['--book', '-x'], '--book: a value is missing; one that begins with a dash is written --book=VALUE; allowed: --book, --json.'],
    [['--json=1'], '--json: takes no value; allowed: --book, --json.'],
    [['stray'], 'stray stands without a flag; allowed: --book, --json.'],
  ] as const) expect(() => parseArgs({ args: [...args], options }), args.join(' ')).toThrow(says);
  await expect(report(['--boook', 'x'])).rejects.toThrow(/--boook: there is no such flag; did you mean --book\?; allowed: --book, --episode/);
});

it('what the operating system refuses is one sentence; a bug keeps its stack', () => {
  const dir = mkdtempSync(join(tmpdir(), 'explain-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  for (const [act, says] of [
    [() => readFileSync(join(dir, 'none')), `oomrl: ${join(dir, 'none')} does not exist (ENOENT on open).`],
    [() => writeFileSync(dir, ''), `oomrl: ${dir} is a folder, not a file (EISDIR on open).`],
  ] as const) {
    let said = '';
    try { act(); } catch (error) { said = explain(error); }
    expect(said).toBe(says);
  }
  let said = '';
  try { openDb(dir); } catch (error) { said = explain(error); }
  expect(said).toMatch(/^oomrl: The database \(of --db, or in the folder OOMRL_DATA\) cannot be opened \(SQLITE_CANTOPEN\w*\)\.$/);
  expect(explain(new TypeError('a bug'))).toMatch(/TypeError: a bug\n {4}at /);
});

it('a backup never replaces a file unless told, and says so about a folder', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'backup-'));
  onTestFinished(() => { vi.unstubAllEnvs(); rmSync(dir, { recursive: true, force: true }); });
  vi.stubEnv('OOMRL_DATA', join(dir, 'data'));
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await prepare(['--no-demo']);
  const file = join(dir, 'mine.tar.gz');
  writeFileSync(file, 'precious');
  await expect(backup([file])).rejects.toThrow(/exists already; name another file, or say --force/);
  expect(readFileSync(file, 'utf8')).toBe('precious');
  await expect(backup([dir])).rejects.toThrow(/is a folder; name the file/);
  await expect(backup([join(file, 'below.tar.gz')])).rejects.toThrow(/below\.tar\.gz cannot be written \((EEXIST|ENOTDIR)\)/);
  expect(await backup([file, '--force'])).toBe(0);
  expect(readFileSync(file).subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
});
