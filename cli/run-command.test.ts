import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { COMMANDS } from './commands';
import { runCommand } from './run-command';

let dir = '';
let out = '';
let err = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'refuse-'));
  vi.stubEnv('OOMRL_DATA', join(dir, 'data'));
  [out, err] = ['', ''];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += String(text);
    return true;
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(dir, { recursive: true, force: true });
});
const call = async (...argv: string[]) => {
  [out, err] = ['', ''];
  return { status: await runCommand(argv), out, err };
};
/** What a program reads: one line, one object, one key. */
const refusal = (text: string): unknown => {
  expect(text.trimEnd().split('\n')).toHaveLength(1);
  const object = JSON.parse(text) as { error: unknown };
  expect(Object.keys(object)).toEqual(['error']);
  return object.error;
};
const nameOf = ({ words }: { words: readonly string[] }): string => words.join(' ');

it.each(COMMANDS.map((command) => [nameOf(command), command] as const))('%s: a refusal with --json is one JSON object on stderr, exit status 2; a sentence without', async (_, { words, printsJson }) => {
  const json = await call(...words, '--no-such-flag', '--json');
  expect([json.status, json.out]).toEqual([2, '']);
  expect(refusal(json.err)).toEqual({ code: 'BAD_INPUT', message: expect.stringMatching(/^--no-such-flag: there is no such flag/) });
  const plain = await call(...words, '--no-such-flag');
  expect([plain.status, plain.out]).toEqual([2, '']);
  if (printsJson) expect(refusal(plain.err)).toMatchObject({ code: 'BAD_INPUT' });
  else expect(plain.err).toMatch(/^oomrl: --no-such-flag: there is no such flag.*\n$/);
});

it('the same for a command that is not there, a path, a database; --json of another program is not ours', async () => {
  expect(refusal((await call('verfy', '--json')).err)).toMatchObject({ code: 'NOT_FOUND', message: expect.stringContaining('did you mean verify?') });
  expect(refusal((await call('calibrate', '--fills', join(dir, 'none.csv'), '--quotes', join(dir, 'none.csv'), '--json')).err)).toMatchObject({ code: expect.stringMatching(/BAD_INPUT|NOT_FOUND/) });
  writeFileSync(join(dir, 'no.db'), 'not a database, and long enough that SQLite reads a header of it and says so'.repeat(9));
  expect(refusal((await call('audit', 'verify', '--db', join(dir, 'no.db'), '--json')).err)).toEqual({ code: 'MISSING_PART', message: expect.stringContaining('is not a database'), details: { reason: 'SQLITE_NOTADB' } });
  expect((await call('budget', 'exec', '--', 'true', '--json')).err).toMatch(/^oomrl: /);
  expect((await call('factor', 'eval', '--table')).err).toMatch(/^oomrl: /);
});

it.each([
  ['backtest', '--strategy', 'd', '--market', 'm'], ['backtest', '--mode', 'qlib', '--signal', '$close', '--market', 'm'], ['sim2real', '--strategy', 'd', '--market', 'm'], ['verify', '--package', 'd', '--market', 'm'],
])('%s %s %s: --from after --to has its own sentence', async (...argv) => {
  const { status, err: said } = await call(...argv, '--from', '2024-05-02', '--to', '2024-05-01');
  expect([status, said]).toEqual([2, 'oomrl: --from 2024-05-02 lies after --to 2024-05-01; the first day comes first.\n']);
});

it('help of a command is its own help, of a family its commands; of nothing that is there, a refusal', async () => {
  const own = await call('metrics', '--help');
  expect(await call('help', 'metrics')).toEqual({ ...own, status: 0 });
  expect((await call('help', 'import', 'bars')).out).toMatch(/^oomrl import bars FILE/);
  expect((await call('help', 'budget')).out).toMatch(/budget exec[\s\S]*budget top-up/);
  expect(await call('help', 'metrik')).toMatchObject({ status: 2, out: '', err: expect.stringContaining('metrik') });
});

it('every command that takes both days is in the table above', async () => {
  const helps = await Promise.all(COMMANDS.map(async (command) => [nameOf(command), (await command.load()).help ?? command.usage] as const));
  expect(helps.filter(([, help]) => help.includes('--from D')).map(([name]) => name)).toEqual(['verify', 'backtest', 'sim2real']);
});
