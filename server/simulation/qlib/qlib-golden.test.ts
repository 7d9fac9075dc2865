import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseFactor } from '@/server/factors/parse';
import { expandFiles } from '@/server/market/import/expand-archive';
import { importBars } from '@/server/market/import-bars';
import { factorScores } from './factor-scores';
import { qlibRiskTable } from './risk';
import { type QlibRun, runQlib } from './run-qlib';
import { QLIB_DEFAULTS, type QlibDay } from './types';

const SHARED = process.env.OOMRL_SHARED ?? join(import.meta.dirname, '../../../../shared');
const BARS = join(SHARED, 'data/ashare_csi300_2020_2025.tgz');
const absent = !existsSync(BARS);
const csv = (name: string): string[][] => readFileSync(join(SHARED, 'golden', name), 'utf8').trim().split('\n').slice(1).map((line) => line.split(','));
const relative = (got: number, want: number): number => Math.abs(got - want) / Math.max(1, Math.abs(want));

describe.skipIf(absent)(`Qlib top-50 drop-5 on 300 real A-shares, 302 days${absent ? ' (SKIPPED: no shared data beside the repository, set OOMRL_SHARED)' : ''}`, () => {
  let run: QlibRun;
  let golden: string[][];
  beforeAll(async () => {
    const { panel } = importBars(await expandFiles([{ name: 'a.tgz', bytes: readFileSync(BARS) }]), { market: 'real' });
    run = runQlib({ panel, options: QLIB_DEFAULTS, scores: factorScores(panel, parseFactor('0-($close/Ref($close,20)-1)')), from: '2024-01-02', to: '2025-04-03' });
    golden = csv('qlib_topk50_drop5_close_report.csv');
  }, 120_000);

  it('every day of the account equals the golden report to 1e-9 of the account', () => {
    expect(run.days.map((day) => day.date)).toEqual(golden.map((row) => row[0]));
    golden.forEach((row, k) => {
      const day = run.days[k]!;
      const [, account, rate, totalTurnover, turnover, totalCost, cost, value, cash] = row.map(Number) as number[];
      for (const [got, want] of [[day.account, account], [day.totalTurnover, totalTurnover], [day.totalCost, totalCost], [day.value, value]]) expect(relative(got!, want!)).toBeLessThan(1e-9);
      expect(Math.abs(day.cash - cash!) / day.account).toBeLessThan(1e-9);
      for (const [got, want] of [[day.return, rate], [day.turnover, turnover], [day.cost, cost]]) expect(Math.abs(got! - want!)).toBeLessThan(1e-9);
    });
  });

  it('holds the golden last positions', () => {
    const want = csv('qlib_topk50_drop5_close_lastpos_2025-04-03.csv');
    expect(run.positions.map((p) => p.symbol.toUpperCase())).toEqual(want.map((row) => row[0]));
    want.forEach(([, amount, price, weight], k) => {
      const p = run.positions[k]!;
      expect(relative(p.adjAmount, Number(amount))).toBeLessThan(1e-9);
      expect(relative(p.adjPrice, Number(price))).toBeLessThan(1e-9);
      expect(Math.abs(p.weight - Number(weight))).toBeLessThan(1e-9);
    });
  });

  it('the risk figures against the index are those of the golden run (N = 252, sum)', () => {
    const days: QlibDay[] = run.days.map((day, k) => ({ ...day, bench: Number(golden[k]![9]) }));
    const risk = qlibRiskTable(days, 252);
    const figures = [risk.excessWithoutCost!, risk.excessWithCost!, risk.absoluteWithCost].flatMap((r) => [r.annualizedReturn, r.informationRatio!, r.maxDrawdown]);
    const want = [0.0650617961346, 0.482499095343, -0.139995687272, 0.0148129274647, 0.109876000363, -0.144715481634, 0.133581085803, 0.514108618558, -0.199881964559];
    expect(figures).toHaveLength(want.length);
    for (const [k, x] of figures.entries()) expect(Math.abs(x - want[k]!)).toBeLessThan(1e-10);
  });
});
