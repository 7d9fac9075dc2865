import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { datedDrawdowns } from './dated-drawdowns';
import { PAPER_PHASES, phaseTable } from './phase-table';
import { readReturns } from './read-returns';

const FILE = join(process.env.OOMRL_SHARED ?? join(import.meta.dirname, '../../../shared'), 'golden/g3_paper_phase3.csv');
const absent = !existsSync(FILE);

it.skipIf(absent)(`g3 gives the paper's phase-3 row${absent ? ' (SKIPPED: no shared golden files, set OOMRL_SHARED)' : ''}`, () => {
  const { dates, returns, benchmark } = readReturns(readFileSync(FILE, 'utf8'), 'g3.csv', { column: 'port', benchmarkColumn: 'bench' });
  const row = phaseTable(dates!, returns, benchmark!, [{ name: 'phase 3', from: '2025-10-01', to: '2026-02-28' }])[1]!;
  const paper = PAPER_PHASES[3]!;
  expect(row.days).toBe(paper.days);
  const rounded = (x: number | null, digits: number): number => Math.round(x! * 10 ** digits) / 10 ** digits;
  expect([rounded(row.annual_return, 4), rounded(row.sharpe, 2), rounded(row.information_ratio, 2), rounded(row.max_drawdown, 4), rounded(row.beta, 2), rounded(row.alpha_annual, 4)]).toEqual([0.3447, 2.06, 2.66, -0.055, 0.83, 0.3007]);
  const m = row.report.metrics;
  expect([rounded(m.ols_t_beta, 2), rounded(m.ols_raw_t_alpha, 2), rounded(m.ols_raw_p_alpha, 4), rounded(m.ols_raw_alpha_d! * 1e4, 2)]).toEqual([10.6, 1.71, 0.0914, 12.02]);
});

it('refuses a phase without days, by name', () => {
  const one = Float64Array.of(0.01);
  expect(() => phaseTable(['2024-01-02'], one, one, [{ name: 'v2', from: '2025-01-01', to: '2025-02-01' }])).toThrow(/phase v2 .* holds no trading day/);
});

it('dates drawdowns from the day of the initial capital, deepest first', () => {
  const dates = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05'];
  expect(datedDrawdowns(dates, [-0.1, 0.2, -0.5, 0.1], '2023-12-29')).toMatchObject([
    { peak_date: '2024-01-03', trough_date: '2024-01-04', recovery_date: null, days_down: 1, days_total: 2 },
    { peak_date: '2023-12-29', trough_date: '2024-01-02', recovery_date: '2024-01-03', days_down: 1, days_total: 2 },
  ]);
});

it('reads returns and names the line of every fault', () => {
  const good = readReturns('\ufeffdate,port\n2024-01-02,0.01\n2024-01-03,-2e-3\n', 'r.csv', { column: 'port' });
  expect([good.dates, [...good.returns], good.benchmark]).toEqual([['2024-01-02', '2024-01-03'], [0.01, -0.002], null]);
  expect(() => readReturns('date,port\n2024-01-02,\n', 'r.csv', { column: 'port' })).toThrow('r.csv:2: port "" is not a finite number.');
  expect(() => readReturns('date,port\n2024-01-03,1\n2024-01-03,1\n', 'r.csv', { column: 'port' })).toThrow(/r.csv:3: 2024-01-03 does not come after/);
  expect(() => readReturns('date,port\n', 'r.csv', { column: 'x' })).toThrow(/no column "x"; it has date, port/);
});
