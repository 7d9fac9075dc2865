import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { run } from './report';

const G3 = join(process.env.OOMRL_SHARED ?? join(import.meta.dirname, '../../../shared'), 'golden/g3_paper_phase3.csv');
const absent = !existsSync(G3);
let dir = '';
let out = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'oomrl-report-'));
  vi.stubEnv('OOMRL_DATA', join(dir, 'data'));
  out = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += String(text);
    return true;
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dir, { recursive: true, force: true });
});

it.skipIf(absent)(`g3 stands beside the paper's phase 3 and says what the table does not show${absent ? ' (SKIPPED: no shared golden files, set OOMRL_SHARED)' : ''}`, async () => {
  expect(await run(['--returns', G3, '--phases', 'phase 3=2025-10-01..2026-02-28'])).toBe(0);
  expect(out).toMatch(/phase 3 +94 +34\.47 % +5\.04 % +2\.06 +-5\.50 % +2\.66 +0\.83 +30\.07 %\npaper: phase 3 +94 +34\.48 % +5\.04 % +2\.06 +-5\.50 % +2\.66 +0\.83 +30\.07 %/);
  expect(out).toMatch(/phase 3 +0\.83 +10\.60 +1\.3e-17 +12\.025 bp +1\.71 +0\.09145 +11\.07 %/);
  expect(out).toMatch(/paper: phase 3 +0\.83 +10\.60 +n\/a +12\.03 bp +1\.71 +0\.0915 +/);
  expect(out).toMatch(/Observational and bounded in time[\s\S]*prints p \.0915[\s\S]*gives \.091448/);
  out = '';
  await run(['--returns', G3, '--phases', 'phase 3=2025-10-01..2026-02-28', '--json']);
  const json = JSON.parse(out) as { phases: { name: string; regression: { t_alpha: number; p_alpha: number } }[]; paper: { phases: unknown[] } };
  expect(json.phases[1]).toMatchObject({ name: 'phase 3', days: 94, regression: { t_alpha: expect.closeTo(1.70564520313, 9), p_alpha: expect.closeTo(0.0914483230235, 10) } });
  expect(json.paper.phases).toHaveLength(4);
});

it('takes liq, mom and vol as style proxies of the same days', async () => {
  const file = join(dir, 'r.csv');
  const line = (i: number): string => [`2024-01-${String(i + 1).padStart(2, '0')}`, ...[1, 2, 3, 5, 7].map((k) => (0.01 * Math.sin(k * i + k)).toFixed(6))].join(',');
  writeFileSync(file, `date,port,bench,liq,mom,vol\n${Array.from({ length: 30 }, (_, i) => line(i)).join('\n')}\n`);
  await run(['--returns', file, '--json']);
  const [row] = (JSON.parse(out) as { phases: { annual_return: number; regression: { attribution: { total: number } } }[] }).phases;
  expect(row!.regression.attribution.total).toBeCloseTo(row!.annual_return, 9);
});

it('is wrong use without a book or a file, with both, with a book that is not there', async () => {
  await expect(run([])).rejects.toThrow(/either --book NAME or --returns FILE/);
  await expect(run(['--book', 'a', '--returns', 'b'])).rejects.toThrow(/either/);
  await expect(run(['--book', 'nobody'])).rejects.toThrow(/"nobody", and there is no book or account of that name; allowed: none yet/);
  await expect(run(['--book', 'a', '--episode', 'x'])).rejects.toThrow(/--episode: value is "x"/);
});
