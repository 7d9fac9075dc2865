import { AppError } from '@/server/contracts/errors';
import { attribute, type Attribution } from './attribution';
import { computeMetrics } from './compute-metrics';
import type { Style } from './style-proxies';
import type { MetricsReport } from './types';

/** A stretch of days with a name: a deployed version, or dates a person gives; both ends inclusive. */
export interface Phase {
  readonly name: string;
  readonly from: string;
  readonly to: string;
}

/** One column of the paper's table 1; annual figures are arithmetic × 252. */
export interface PhaseRow {
  readonly name: string;
  readonly days: number;
  readonly annual_return: number | null;
  readonly benchmark_annual_return: number | null;
  readonly sharpe: number | null;
  readonly max_drawdown: number | null;
  readonly information_ratio: number | null;
  readonly beta: number | null;
  readonly alpha_annual: number | null;
}

/** One row of the paper's table 2: is it skill, and where did the return come from? */
export interface RegressionRow {
  readonly name: string;
  readonly days: number;
  readonly beta: number | null;
  readonly t_beta: number | null;
  readonly p_beta: number | null;
  /** Intercept of raw returns a day, with its t and p. */
  readonly alpha_daily: number | null;
  readonly t_alpha: number | null;
  readonly p_alpha: number | null;
  /** Intercept of excess returns × 252. */
  readonly alpha_annual: number | null;
  readonly tracking_error: number | null;
  readonly r2: number | null;
  readonly loadings: Readonly<Record<Style, number>> | null;
  /** Parts of the annual return: they add up (the paper leaves the risk-free part out). */
  readonly attribution: { readonly total: number; readonly beta: number; readonly style: number; readonly idiosyncratic: number; readonly risk_free: number | null } | null;
  /** Why there are no loadings and no attribution. */
  readonly attribution_cause: string | null;
}

export interface PhaseReport extends PhaseRow {
  readonly from: string;
  readonly to: string;
  readonly report: MetricsReport;
  readonly regression: RegressionRow;
}

export interface PhaseInput {
  readonly dates: readonly string[];
  readonly returns: Float64Array;
  /** Same days; NaN where the benchmark has none. A phase with such a day has no benchmark figures. */
  readonly benchmark: Float64Array | null;
  /** Style proxies of the same days, for loadings and attribution. */
  readonly styles?: Readonly<Record<Style, Float64Array>> | null;
  readonly phases: readonly Phase[];
  readonly rf?: number;
  /** Day of the value before the first return. */
  readonly baseDate?: string;
}

/** Both of the paper's tables, over all days and per phase. @throws AppError BAD_INPUT on a phase without days or with its ends the wrong way round */
export function phaseTable(input: PhaseInput): PhaseReport[] {
  const { dates } = input;
  const whole: Phase[] = dates.length === 0 ? [] : [{ name: 'entire', from: dates[0]!, to: dates[dates.length - 1]! }];
  return [...whole, ...input.phases].map((phase) => phaseReport(input, phase));
}

function phaseReport({ dates, returns, benchmark, styles, rf = 0.0135, baseDate }: PhaseInput, phase: Phase): PhaseReport {
  const first = dates.findIndex((d) => d >= phase.from);
  let end = dates.length;
  while (end > 0 && dates[end - 1]! > phase.to) end--;
  if (phase.from > phase.to || first < 0 || end <= first) throw new AppError('BAD_INPUT', `The phase ${phase.name} (${phase.from} to ${phase.to}) holds no trading day.`);
  const own = returns.subarray(first, end);
  const part = benchmark?.subarray(first, end) ?? null;
  const market = part?.every((b) => !Number.isNaN(b)) ? part : null;
  const before = first === 0 ? baseDate : dates[first - 1];
  const report = computeMetrics(own, { benchmark: market, dates: dates.slice(first, end), rf, ...(before === undefined ? {} : { baseDate: before }) });
  const split = market && styles ? attribute(own, market, slices(styles, first, end), rf) : null;
  const cause = split ? null : !market ? 'no benchmark covers these days' : !styles ? 'no style proxies: they need the bars of a market (oomrl report … --market NAME) or columns liq, mom and vol' : 'too few days, or factors that cannot be told apart';
  const m = report.metrics;
  const name = phase.name;
  return {
    name, from: dates[first]!, to: dates[end - 1]!, days: end - first, report,
    annual_return: m.ann_arith252, benchmark_annual_return: m.bench_ann_arith252, sharpe: m.sharpe_rf135, max_drawdown: m.mdd_with_initial,
    information_ratio: m.ir, beta: m.ols_beta, alpha_annual: m.ols_alpha_252,
    regression: {
      name, days: end - first, beta: m.ols_beta, t_beta: m.ols_t_beta, p_beta: m.ols_p_beta, alpha_daily: m.ols_raw_alpha_d, t_alpha: m.ols_raw_t_alpha, p_alpha: m.ols_raw_p_alpha,
      alpha_annual: m.ols_alpha_252, tracking_error: m.te, r2: m.ols_r2, attribution_cause: cause, ...partsOf(split),
    },
  };
}

const slices = (styles: Readonly<Record<Style, Float64Array>>, from: number, to: number): Record<Style, Float64Array> => ({
  liquidity: styles.liquidity.subarray(from, to), momentum: styles.momentum.subarray(from, to), volatility: styles.volatility.subarray(from, to),
});

function partsOf(a: Attribution | null): Pick<RegressionRow, 'loadings' | 'attribution'> {
  if (!a) return { loadings: null, attribution: null };
  const { liquidity, momentum, volatility } = a.loadings;
  return {
    loadings: { liquidity: liquidity.value, momentum: momentum.value, volatility: volatility.value },
    attribution: { total: a.total, beta: a.beta_return, style: a.style, idiosyncratic: a.idiosyncratic, risk_free: a.rf_component },
  };
}
