import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const OOMRL = join(import.meta.dirname, '../oomrl');

// The whole way from a file to the printed bytes, in processes that live west and east of Greenwich (user-cases I-25).
it('metrics, report, factor eval and an import print the same bytes under every time zone', () => {
  const dir = mkdtempSync(join(tmpdir(), 'oomrl-zones-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  // Month and year ends, both changes of daylight saving in America, a leap day, an hour that no clock shows there.
  const days = ['2023-11-03', '2023-11-06', '2023-12-29', '2024-01-02', '2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01', '2024-03-08', '2024-03-11', '2024-12-31', '2025-01-02'];
  writeFileSync(join(dir, 'returns.csv'), `date,port,bench\n${days.map((day, i) => `${day},${(Math.sin(i * i) / 50).toFixed(6)},${(Math.cos(i * 3) / 60).toFixed(6)}\n`).join('')}`);
  writeFileSync(join(dir, 'ACME.csv'), `datetime,open,high,low,close,volume\n${days.flatMap((day, i) => ['00:30:00', '02:30:00', '23:30:00'].map((time) => `${day} ${time}-05:00,10,11,9,${10 + i / 100},100\n`)).join('')}`);
  writeFileSync(join(dir, 'bars.csv'), `date,open,high,low,close,volume\n${days.map((day, i) => `${day},10,11,9,${10 + i / 100},100\n`).join('')}`);
  const commands = [
    ['metrics', '--returns', join(dir, 'returns.csv'), '--json'],
    ['metrics', '--returns', join(dir, 'returns.csv')],
    ['report', '--returns', join(dir, 'returns.csv'), '--phases', 'winter=2023-12-29..2024-02-29', '--json'],
    ['factor', 'eval', '--expr', 'Mean($close,3)', '--bars', join(dir, 'bars.csv')],
    ['import', 'bars', join(dir, 'ACME.csv'), '--market', 'zones', '--dry-run', '--json'],
  ];
  const printed = (zone: string): string[] => commands.map((args) => execFileSync(process.execPath, [OOMRL, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, TZ: zone, OOMRL_DATA: join(dir, 'data') } }));
  const west = printed('America/Los_Angeles');
  expect(printed('Asia/Shanghai')).toEqual(west);
  expect(west[0]).toContain('"from":"2023-11-03"');
  expect(west[4]).toContain('"from":"2023-11-03","to":"2025-01-02"');
}, 120_000);
