import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { migrateDb, openDb } from '@/server/db/client';
import { importFiles } from '@/server/db/import-files';
import { registerMarket } from '@/server/db/market-store';
import { readSourceFiles } from '@/server/db/read-source-files';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import type { Panel } from '@/server/market/panel';
import { run } from './report';

const SHARED = process.env.OOMRL_SHARED ?? join(import.meta.dirname, '../../../shared');
const G3 = join(SHARED, 'golden/g3_paper_phase3.csv');
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

function store(name: string, panel: Panel): void {
  const db = openDb();
  migrateDb(db);
  registerMarket(db, { name, panel, ledger: {}, now: 0 });
  db.$client.close();
}

it.skipIf(absent)(`--market gives the style proxies of the real A-share account: every value of quantpits_style_real.json at 1e-9${absent ? ' (SKIPPED: no shared golden files, set OOMRL_SHARED)' : ''}`, async () => {
  const files = readSourceFiles([join(SHARED, 'data/ashare_csi300_2020_2025.tgz'), join(SHARED, 'data/cn_index_and_defects.tgz')]);
  const { panel } = await importFiles([files[0]!], { market: 'real' });
  store('real', panel);
  const index = await importFiles([files[1]!], { market: 'index', benchmark: '000300.SH' });
  const level = new Map(index.panel.dates.map((date, t) => [date, index.panel.benchmark![t]!]));
  const rows = readFileSync(join(SHARED, 'golden/qlib_topk50_drop5_close_report.csv'), 'utf8').trim().split('\n').slice(1).map((line) => line.split(','));
  const change = (now: number, before: number): number => now / before - 1;
  const csv = rows.slice(1).map((row, k) => [row[0], change(Number(row[1]), Number(rows[k]![1])), change(level.get(row[0]!)!, level.get(rows[k]![0]!)!)].join(','));
  const file = join(dir, 'account.csv');
  writeFileSync(file, `date,port,bench\n${csv.join('\n')}\n`);
  expect(await run(['--returns', file, '--market', 'real', '--json'])).toBe(0);
  const [{ regression }] = (JSON.parse(out) as { phases: [{ regression: { beta: number; loadings: Record<string, number>; attribution: Record<string, number> } }] }).phases;
  const { single, style, attribution } = JSON.parse(readFileSync(join(SHARED, 'golden/quantpits_style_real.json'), 'utf8'));
  const pairs: [number, number][] = [
    [regression.beta, single.Beta_Market], [regression.loadings.liquidity!, style['Barra_Liquidity_Exp_(High-Low)']], [regression.loadings.momentum!, style['Barra_Momentum_Exp_(High-Low)']], [regression.loadings.volatility!, style['Barra_Volatility_Exp_(High-Low)']],
    [regression.attribution.total!, attribution.total], [regression.attribution.beta!, attribution.beta_return], [regression.attribution.style!, attribution.style_alpha], [regression.attribution.idiosyncratic!, attribution.idio], [regression.attribution.risk_free!, attribution.rf_component],
  ];
  for (const [actual, expected] of pairs) expect(Math.abs(actual / expected - 1)).toBeLessThan(1e-9);
}, 60_000);

it('--market that does not know a day of the file is refused with the day; without one the row says where style proxies come from', async () => {
  const panel = generateSyntheticMarket({ seed: 4, symbols: 20, years: 1 });
  store('made up', panel);
  const file = join(dir, 'r.csv');
  const csv = (days: readonly string[]): void => writeFileSync(file, `date,port,bench\n${days.map((day, i) => `${day},${(0.01 * Math.sin(i)).toFixed(6)},${(0.01 * Math.cos(2 * i)).toFixed(6)}`).join('\n')}\n`);
  csv([...panel.dates.slice(30, 60), '2099-01-05', '2099-01-06']);
  await expect(run(['--returns', file, '--market', 'made up'])).rejects.toThrow(/--market: made up \(.* to .*\) has no session on 2099-01-05 and 1 more of the days/);
  await expect(run(['--returns', file, '--market', 'other'])).rejects.toThrow(/no market named other; there are: made up/);
  csv(panel.dates.slice(30, 60));
  await run(['--returns', file]);
  expect(out).toContain('no attribution, no style proxies: they need the bars of a market (oomrl report … --market NAME) or columns liq, mom and vol');
  out = '';
  await run(['--returns', file, '--market', 'made up', '--json']);
  const [row] = (JSON.parse(out) as { phases: { annual_return: number; regression: { attribution: Record<string, number> } }[] }).phases;
  const { total, ...parts } = row!.regression.attribution;
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBeCloseTo(total!, 9);
});

it('is wrong use without a book or a file, with both, with a book that is not there', async () => {
  await expect(run([])).rejects.toThrow(/either --book NAME or --returns FILE/);
  await expect(run(['--book', 'a', '--returns', 'b'])).rejects.toThrow(/either/);
  await expect(run(['--book', 'nobody'])).rejects.toThrow(/"nobody", and there is no book or account of that name; allowed: none yet/);
  await expect(run(['--book', 'a', '--episode', 'x'])).rejects.toThrow(/--episode: value is "x"/);
});
