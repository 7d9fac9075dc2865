import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { datedDrawdowns } from './dated-drawdowns';
import { PAPER_PHASES, PAPER_REGRESSION, paperRowOf } from './paper-figures';
import { parsePhases } from './parse-phases';
import { phaseTable } from './phase-table';
import { readReturns } from './read-returns';

const FILE = join(process.env.OOMRL_SHARED ?? join(import.meta.dirname, '../../../shared'), 'golden/g3_paper_phase3.csv');
const absent = !existsSync(FILE);

it.skipIf(absent)(`g3 gives the paper's phase-3 row${absent ? ' (SKIPPED: no shared golden files, set OOMRL_SHARED)' : ''}`, () => {
  const { dates, returns, benchmark } = readReturns(readFileSync(FILE, 'utf8'), 'g3.csv', { column: 'port', benchmarkColumn: 'bench' });
  const row = phaseTable({ dates: dates!, returns, benchmark, phases: parsePhases('phase 3=2025-10-01..2026-02-28') })[1]!;
  const paper = paperRowOf(row.name)!;
  expect(row.days).toBe(paper.days);
  const rounded = (x: number | null, digits: number): number => Math.round(x! * 10 ** digits) / 10 ** digits;
  expect([rounded(row.annual_return, 4), rounded(row.sharpe, 2), rounded(row.information_ratio, 2), rounded(row.max_drawdown, 4), rounded(row.beta, 2), rounded(row.alpha_annual, 4)]).toEqual([0.3447, 2.06, 2.66, -0.055, 0.83, 0.3007]);
  const m = row.report.metrics;
  expect([rounded(m.ols_t_beta, 2), rounded(m.ols_raw_t_alpha, 2), rounded(m.ols_raw_p_alpha, 4), rounded(m.ols_raw_alpha_d! * 1e4, 2)]).toEqual([10.6, 1.71, 0.0914, 12.02]);
  // The paper's .0915 and 12.03 bp come out when a rounded figure is rounded again.
  const twice = (x: number, digits: number): number => rounded(rounded(x, digits + 1), digits);
  expect([m.ols_raw_p_alpha!.toPrecision(4), (m.ols_raw_alpha_d! * 1e4).toPrecision(5)]).toEqual(['0.09145', '12.025']);
  expect([twice(m.ols_raw_p_alpha!, 4), twice(m.ols_raw_alpha_d! * 1e4, 2)]).toEqual([PAPER_REGRESSION.p_alpha, rounded(PAPER_REGRESSION.alpha_daily! * 1e4, 2)]);
  const { t_beta, t_alpha, tracking_error, beta } = row.regression;
  expect([rounded(beta, 2), rounded(t_beta, 2), rounded(t_alpha, 2), rounded(tracking_error, 4)]).toEqual([PAPER_REGRESSION.beta, PAPER_REGRESSION.t_beta, PAPER_REGRESSION.t_alpha, PAPER_REGRESSION.tracking_error]);
});

it('a phase holds its first and its last day; days outside of it are not its own', () => {
  const dates = ['2024-01-02', '2024-01-03', '2024-01-04', '2024-01-05', '2024-01-08'];
  const returns = Float64Array.of(0.01, 0.02, 0.04, 0.08, 0.16);
  const days = (from: string, to: string) => phaseTable({ dates, returns, benchmark: null, phases: [{ name: 'p', from, to }] })[1]!;
  expect([days('2024-01-03', '2024-01-05'), days('2024-01-06', '2024-01-31'), days('2023-01-01', '2024-01-02')].map((p) => [p.from, p.to, p.days, Math.round(p.report.metrics.cum! * 1e6)])).toEqual([
    ['2024-01-03', '2024-01-05', 3, 145_664], ['2024-01-08', '2024-01-08', 1, 160_000], ['2024-01-02', '2024-01-02', 1, 10_000],
  ]);
});

it("the paper's own second table stands as it is printed (arXiv 2604.11477)", () => {
  expect(PAPER_REGRESSION).toMatchObject({
    days: 94, beta: 0.83, t_beta: 10.6, alpha_daily: 0.001203, t_alpha: 1.71, p_alpha: 0.0915, alpha_annual: 0.3007, tracking_error: 0.1107,
    loadings: { liquidity: -0.5232, momentum: 0.2837, volatility: 0.1191 }, attribution: { total: 0.3448, beta: 0.0505, style: -0.0034, idiosyncratic: 0.2977 },
  });
  expect(PAPER_PHASES.map((p) => [p.annual_return, p.benchmark_annual_return, p.sharpe, p.max_drawdown, p.information_ratio, p.beta, p.alpha_annual])).toEqual([
    [0.1798, 0.2116, 0.96, -0.1686, -0.26, 0.7, 0.0282], [0.1101, 0.4816, 0.35, -0.1686, -2.27, 0.74, -0.2507], [0.1355, 0.1922, 0.91, -0.0685, -0.51, 0.61, 0.0135], [0.3448, 0.0504, 2.06, -0.055, 2.66, 0.83, 0.3007],
  ]);
});

it('refuses a phase without days, by name', () => {
  const one = Float64Array.of(0.01);
  expect(() => phaseTable({ dates: ['2024-01-02'], returns: one, benchmark: one, phases: [{ name: 'v2', from: '2025-01-01', to: '2025-02-01' }] })).toThrow(/phase v2 .* holds no trading day/);
});

it('a phase with a day that the benchmark misses has no benchmark figures, and says so; the others have', () => {
  const dates = Array.from({ length: 60 }, (_, i) => `2024-0${1 + Math.floor(i / 28)}-${String(1 + (i % 28)).padStart(2, '0')}`);
  const wave = (k: number): Float64Array => Float64Array.from(dates, (_, i) => 0.01 * Math.sin(k * i + k));
  const benchmark = wave(2);
  benchmark[50] = Number.NaN;
  const styles = { liquidity: wave(3), momentum: wave(5), volatility: wave(7) };
  const [all, early] = phaseTable({ dates, returns: wave(1), benchmark, styles, phases: [{ name: 'early', from: '2024-01-01', to: '2024-01-28' }] });
  expect([all!.beta, all!.regression.attribution_cause]).toEqual([null, 'no benchmark covers these days']);
  expect(early!.regression.attribution_cause).toBeNull();
  const { total, beta, style, idiosyncratic, risk_free } = early!.regression.attribution!;
  expect(beta + style + idiosyncratic + risk_free!).toBeCloseTo(total, 9);
  expect(total).toBeCloseTo(early!.annual_return!, 12);
});

it('reads phases by dates and names what is wrong with them', () => {
  expect(parsePhases(' a b = 2024-01-02..2024-02-01,c=2024-02-02 .. 2024-03-01, ')).toEqual([{ name: 'a b', from: '2024-01-02', to: '2024-02-01' }, { name: 'c', from: '2024-02-02', to: '2024-03-01' }]);
  expect(() => parsePhases('a=2024-01-02')).toThrow(/"a=2024-01-02" is not written NAME=/);
  expect(() => parsePhases('a=2024-02-30..2024-03-01')).toThrow(/phase a: "2024-02-30" is not a date/);
  expect(() => parsePhases('a=2024-03-02..2024-03-01')).toThrow(/ends .* before it begins/);
  expect(() => parsePhases('a=2024-03-01..2024-03-01,a=2024-03-02..2024-03-02')).toThrow(/Two phases are named a/);
});

it("the paper's phases add up to its whole, and only a name sets a phase beside one", () => {
  expect(PAPER_PHASES.slice(1).reduce((sum, p) => sum + p.days, 0)).toBe(PAPER_PHASES[0]!.days);
  expect([paperRowOf('Phase 3')?.days, paperRowOf('v3')]).toEqual([94, null]);
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
