import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { makeConsole } from '@/server/books/testing/make-console';
import { parseFactor } from '@/server/factors/parse';
import { fixed } from '../fixed';
import { run as backtest } from './backtest';
import { run as evolve } from './evolve';
import { run as factorEval } from './factor-eval';
import { printFactor } from './factor/print-factor';
import { run as metrics } from './metrics';
import { run as report } from './report';
import { run as serve } from './serve';
import { run as signInLink } from './sign-in-link';
import { run as traceExport } from './trace-export';
import { run as verify } from './verify';

let out = '';
beforeEach(() => {
  out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
});

it('a port, an address: the flag, its value, what is allowed', async () => {
  for (const port of ['abc', '0', '65536', '3.5', '']) await expect(serve([`--port=${port}`])).rejects.toThrow(/^--port: value is ".*"; allowed: a whole number from 1 to 65535\.$/);
  for (const url of ['nonsense', 'ftp://x', 'javascript:alert(1)', 'http:x', 'http://x/?a=1', 'http://u:p@x']) await expect(signInLink(['--url', url]), url).rejects.toThrow(/^--url: value is ".*"; allowed: an address/);
});

it('a name that is not there lists those that are', async () => {
  const world = makeConsole();
  onTestFinished(() => world.close());
  await expect(traceExport(['--proposal', 'pro_none'])).rejects.toThrow(/^--proposal: value is "pro_none", which does not exist; allowed: none yet/);
  const book = world.book();
  await expect(report(['--book', 'nobody'])).rejects.toThrow(new RegExp(`--book: value is "nobody", and there is no book or account of that name; allowed: .*${book.name}`));
});

it('a folder that is no package is wrong use, not a red gate', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'no-package-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  await expect(verify(['--package', dir])).rejects.toThrow(/^--package: value is .* holds no strategy\.json; allowed/);
});

it('a near miss of a field keeps its sign', () => {
  expect(() => parseFactor('$clos')).toThrow(/no field \$clos; did you mean \$close\?; fields: \$open/);
});

it('factor eval prints the values as JSON, with or without --json, and a table on request', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'factor-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const file = join(dir, 'bars.csv');
  writeFileSync(file, 'date,symbol,open,high,low,close,volume\n2024-01-02,A,1,1,1,10,5\n2024-01-03,A,1,1,1,11,5\n');
  expect(await factorEval(['--expr', 'Ref($close,1)/$close', '--bars', file, '--table'])).toBe(0);
  expect(out).toBe('symbol  date             value\nA       2024-01-02         n/a\nA       2024-01-03  0.90909091\n');
  out = '';
  for (const json of [['--json'], []]) {
    out = '';
    await factorEval(['--expr', '$close', '--bars', file, ...json]);
    expect(JSON.parse(out)).toEqual({ A: [['2024-01-02', 10], ['2024-01-03', 11]] });
  }
  expect(printFactor({ A: [['2024-01-02', -0]] })).toMatch(/ 0$/);
});

it('every flag is refused in one style', async () => {
  for (const [act, says] of [
    [() => backtest(['--mode', 'x']), '--mode: value is "x"; allowed: console or qlib.'],
    [() => backtest(['--strategy', 'd', '--market', 'm', '--capital', 'abc']), '--capital: value is "abc"; allowed: an amount of money.'],
    [() => backtest(['--strategy', 'd', '--market', 'm', '--tau', '0']), '--tau: value is "0"; allowed: a fraction such as 0.2.'],
    [() => backtest(['--strategy', 'd']), '--market is needed: the name of an imported market.'],
    [() => backtest(['--mode', 'qlib', '--market', 'm', '--signal', '$close', '--topk', 'abc']), '--topk: value is "abc"; allowed: a number.'],
    [() => backtest(['--mode', 'qlib', '--market', 'm', '--signal', '$close', '--topk', '1.5']), '--topk: value is "1.5"; allowed: a whole number.'],
    [() => evolve(['--seed', '$close', '--market', 'm', '--policy', 'llm']), '--policy: value is "llm"; allowed: gp.'],
    [() => metrics(['--returns', 'f', '--rf', '2']), '--rf: value is "2"; allowed: an annual rate'],
    [() => verify(['--package', 'd', '--phase', 'x']), '--phase: value is "x"; allowed: logic or test.'],
  ] as const) await expect(act()).rejects.toThrow(says);
});

it('what rounds to zero has no sign', () => {
  expect([fixed(-0.0004, 2), fixed(-0, 0), fixed(-0.005, 2), fixed(-10, 1)]).toEqual(['0.00', '0', '-0.01', '-10.0']);
});
