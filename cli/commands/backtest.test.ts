import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { migrateDb, openDb } from '@/server/db/client';
import { registerMarket } from '@/server/db/market-store';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { CELL, type Panel } from '@/server/market/panel';
import { bundleForNode } from '@/server/test/bundle-for-node';

// Each case starts a process that starts a sandbox; a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 });

const root = path.join(import.meta.dirname, '../..');
/** A few weeks in the middle: each day is a round trip into the sandbox. */
const SPAN = ['--from', '2022-03-01', '--to', '2022-05-31'];
const strategy = path.join(root, 'strategies/daily-momentum');
let cli: string;
let data: string;

beforeAll(() => {
  data = mkdtempSync(path.join(tmpdir(), 'oomrl-backtest-'));
  cli = bundleForNode('cli/main.ts', 'backtest-cli');
  vi.stubEnv('OOMRL_DATA', data);
  const db = openDb();
  migrateDb(db);
  const panel = generateSyntheticMarket({ seed: 4, symbols: 40, years: 1 });
  registerMarket(db, { name: 'made up', panel, ledger: {}, now: 0 });
  registerMarket(db, { name: 'cut short', panel: cutShort(panel, '2022-05-19'), ledger: {}, now: 0 });
  const finding = (kind: string, date: string) => ({ kind, symbol: panel.symbols[0]!, date, detail: '', evidence: {} });
  registerMarket(db, { name: 'doubtful', panel, ledger: { findings: [finding('split-suspect', '2022-05-20'), finding('split-suspect', '2022-04-20'), finding('ex-day-suspect', '2022-05-10'), finding('split-suspect', '2022-12-01'), finding('true-move', '2022-04-01')] }, now: 0 });
  db.$client.close();
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(cli, { force: true });
  rmSync(data, { recursive: true, force: true });
});

/** Every second name has no row after the day. */
function cutShort(panel: Panel, day: string): Panel {
  const n = panel.symbols.length;
  const from = (panel.dates.indexOf(day) + 1) * n;
  const gone = (at: number): boolean => at >= from && (at % n) % 2 === 1;
  return {
    ...panel,
    status: panel.status.map((s, at) => (gone(at) ? CELL.UNLISTED : s)),
    fields: Object.fromEntries(Object.entries(panel.fields).map(([name, values]) => [name, values.map((v, at) => (gone(at) ? Number.NaN : v))])) as Panel['fields'],
  };
}

function oomrl(...args: string[]): { status: number | null; out: string; err: string } {
  const ran = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8', env: { ...process.env, OOMRL_ROOT: root } });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}

it('prints one JSON on stdout, the same bytes twice, and what takes time on stderr', () => {
  const first = oomrl('backtest', '--strategy', strategy, '--market', 'made up', ...SPAN, '--json');
  expect(first.status, first.err).toBe(0);
  const report = JSON.parse(first.out) as Record<string, unknown> & { rejectedBy: Record<string, number>; rejected: number; series: { dates: string[] }; days: number };
  expect(report).toMatchObject({ mode: 'console', market: { name: 'made up', synthetic: true }, strategy: { name: 'daily-momentum' }, friction: 'on', initialFen: 1_000_000_000 });
  expect(Object.values(report.rejectedBy).reduce((a, b) => a + b, 0)).toBe(report.rejected);
  expect(report.series.dates).toHaveLength(report.days);
  expect(first.err).toMatch(/CPU: simulation/);
  expect(oomrl('backtest', '--strategy', strategy, '--market', 'made up', ...SPAN, '--json').out).toBe(first.out);
});

it('says in words what a person must know first: synthetic data, both frictions, L_t', () => {
  const { out } = oomrl('backtest', '--strategy', strategy, '--market', 'made up', '--friction', 'off', '--tau', '1', ...SPAN);
  expect(out).toMatch(/SYNTHETIC DATA, seed 4[\s\S]*Principal loss L_t[\s\S]*Friction, modelled[\s\S]*Friction, realised\s+0\.00 %/);
});

it('one line says what of the final equity stands at prices of names that ended, and the JSON names them', () => {
  const args = ['backtest', '--strategy', strategy, '--market', 'cut short', ...SPAN];
  const { out } = oomrl(...args);
  expect(out.match(/At stale prices\s+\d+\.\d\d % {2}of the final equity \(no price for 5 sessions, or rows that end\); worst \d+\.\d\d % on 2022-05-\d\d: (SYN\d{6} without a price since 2022-05-19, 8 sessions, its rows end(; |$))+/gm)).toHaveLength(1);
  const { stale } = JSON.parse(oomrl(...args, '--json').out) as { stale: { finalShare: number; unpriced: { symbol: string; ended: boolean; sessions: number; weight: number }[] } };
  expect(stale.finalShare).toBeCloseTo(stale.unpriced.reduce((sum, h) => sum + h.weight, 0), 12);
  expect(stale.unpriced.every((h) => h.ended && h.sessions === 8)).toBe(true);
});

it('splits that nobody confirmed stand above the figures of the days they lie in, in every mode; a market without doubts has no such line', () => {
  const warned = /^Prices may be unadjusted\. The import suspects 2 splits and 1 ex-day in these days \(the first: SYN\d{6} on 2022-04-20\), and nobody confirmed them\./m;
  expect(oomrl('backtest', '--strategy', strategy, '--market', 'doubtful', ...SPAN).out).toMatch(warned);
  expect(oomrl('backtest', '--mode', 'qlib', '--signal', '$close', '--market', 'doubtful', '--topk', '5', '--n-drop', '1', ...SPAN).out).toMatch(warned);
  expect(oomrl('sim2real', '--strategy', strategy, '--market', 'doubtful', ...SPAN, '--levels', '', '--capitals', '').out).toMatch(warned);
  const json = (...args: string[]) => (JSON.parse(oomrl('backtest', '--strategy', strategy, '--market', ...args, '--json').out) as { unadjusted: unknown }).unadjusted;
  expect(json('doubtful', ...SPAN)).toMatchObject({ splits: 2, exDays: 1, first: { date: '2022-04-20' } });
  expect([json('doubtful', '--from', '2022-06-01', '--to', '2022-07-01'), json('made up', ...SPAN)]).toEqual([null, null]);
});

it('qlib mode ranks by an expression and prints the account in Qlib\'s terms', () => {
  const { out, err } = oomrl('backtest', '--mode', 'qlib', '--signal', '0-($close/Ref($close,20)-1)', '--market', 'made up', '--topk', '10', '--n-drop', '2', '--from', '2023-01-01', '--json');
  const report = JSON.parse(out || err) as { report: { account: number; return: number; cost: number }[]; account: number };
  expect(report).toMatchObject({ mode: 'qlib', options: { topk: 10, nDrop: 2 } });
  expect(report.report.at(-1)!.account).toBe(report.account);
});

it('sim2real shows the same days with and without friction', () => {
  const { out, err } = oomrl('sim2real', '--strategy', strategy, '--market', 'made up', ...SPAN, '--levels', '', '--capitals', '', '--json');
  const report = JSON.parse(out || JSON.stringify({ err })) as { decay: { level: number; days: number }[] };
  expect(report).toMatchObject({ market: { synthetic: true }, without: { level: 0, realisedFriction: 0 }, with: { level: 1 } });
  expect(report.decay.map((p) => p.level)).toEqual([0, 1]);
  expect(report.decay[0]!.days).toBe(report.decay[1]!.days);
});

it.each([
  [['backtest', '--strategy', strategy, '--market', 'none'], /There is no market named none; there are: cut short, doubtful, made up/],
  [['backtest', '--strategy', strategy, '--market', 'made up', '--friction', 'some'], /--friction: value is "some"; allowed: on or off/],
  [['backtest', '--strategy', strategy, '--market', 'made up', '--from', '2090-01-01'], /fewer than two trading days/],
])('status 2 and one sentence for %j', (args, sentence) => {
  const ran = oomrl(...args);
  expect([ran.status, ran.out]).toEqual([2, '']);
  expect(ran.err).toMatch(sentence);
});
