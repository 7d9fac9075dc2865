import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { run } from './import-workspace';
import { run as report } from './report';

let dir = '';
let out = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'oomrl-workspace-'));
  vi.stubEnv('OOMRL_DATA', join(dir, 'store'));
  mkdirSync(join(dir, 'data'));
  out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});
const nav = (body: string): void => writeFileSync(join(dir, 'data/daily_amount_log_full.csv'), `成交日期,收盘价值,CSI300,CASHFLOW\n${body}`);
async function json(...args: string[]): Promise<[number, Record<string, unknown>]> {
  out = '';
  const code = await run([...args, '--json']);
  return [code, JSON.parse(out) as Record<string, unknown>];
}

it('stores a workspace once, prints its figures, and the report finds the account by name', async () => {
  nav('2026-01-05,100,3500,0\n2026-01-06,101,3510,0\n2026-01-07,152,3520,50\n');
  expect(await json(dir, '--book', 'mine')).toMatchObject([0, { imported: true, outcome: 'created', returns: [['2026-01-06', expect.closeTo(0.01, 12)], ['2026-01-07', expect.closeTo(1 / 151, 12)]], metrics: { Aligned_Sample_Size: 2, Turnover_Rate_Annual: null }, ledger: { benchmark: { kind: 'level' } } }]);
  expect(await json(join(dir, 'data'), '--book', 'mine')).toMatchObject([0, { outcome: 'unchanged' }]);
  out = '';
  await run([dir, '--book', 'mine']);
  expect(out).toMatch(/mine: unchanged; 3 days[\s\S]*no-trade-log[\s\S]*Turnover_Rate_Annual +n\/a \(there is no trade log\)/);
  out = '';
  await report(['--book', 'mine', '--phases', 'phase 3=2026-01-06..2026-01-06']);
  expect(out).toMatch(/an imported account[\s\S]*phase 3 +1 [\s\S]*paper: phase 3 +94/);
});

it('refused files are exit status 1 with file and line, wrong use throws', async () => {
  nav('2026-01-05,100,3500,0\n2026-01-05,101,3510,0\n');
  expect(await json(dir, '--book', 'mine')).toEqual([1, { imported: false, error: { code: 'BAD_INPUT', message: 'daily_amount_log_full.csv:3: 2026-01-05 occurs twice; nothing was imported.' } }]);
  await expect(run([dir])).rejects.toThrow(/needs --book NAME/);
  await expect(run(['--book', 'mine'])).rejects.toThrow(/needs one folder/);
  await expect(run([join(dir, 'nowhere'), '--book', 'mine'])).rejects.toThrow(/is not a folder/);
  await expect(run([join(dir, 'store'), '--book', 'mine'])).rejects.toThrow(/no data\/daily_amount_log_full.csv/);
});
