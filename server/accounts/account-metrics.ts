import { computeMetrics } from '@/server/analytics/compute-metrics';
import { drawdownEpisodes, wealthPath } from '@/server/analytics/drawdown';
import { flowNeutralReturns } from '@/server/analytics/flow-returns';
import { sdOf, spreadOf } from '@/server/analytics/moments';
import type { MetricKey, MetricsReport } from '@/server/analytics/types';
import type { AccountDay } from './read-nav-log';
import type { AccountTrade } from './read-trade-log';
import { tradeMetrics } from './trade-metrics';

export interface AccountMetrics {
  /** QuantPits' names, so that a person can lay both beside each other; null with a cause instead of NaN or 0. */
  readonly metrics: Readonly<Record<string, number | null>>;
  readonly causes: Readonly<Record<string, string>>;
  readonly report: MetricsReport;
  readonly dates: readonly string[];
  readonly returns: Float64Array;
  /** NaN where the benchmark has no return. */
  readonly benchmark: Float64Array | null;
}

/**
 * Every figure QuantPits computes of an account, from flow-neutral returns (the flow is made at the start of the day). One differs on
 * purpose: the drawdown starts at the initial capital, QuantPits' own stands beside it.
 * @throws AppError BAD_INPUT when a return has no meaning
 */
export function accountMetrics(days: readonly AccountDay[], trades: readonly AccountTrade[], rf = 0.0135): AccountMetrics {
  const returns = flowNeutralReturns(days.map((d) => d.navFen), days.map((d) => d.flowFen));
  const dates = days.slice(1).map((d) => d.date);
  const series = days.slice(1).map((d) => d.benchmarkReturn);
  const benchmark = series.some((b) => b !== null) ? Float64Array.from(series, (b) => b ?? Number.NaN) : null;
  const whole = benchmark?.every((b) => !Number.isNaN(b)) ? benchmark : null;
  const options = { dates, baseDate: days[0]!.date, preset: 'quantpits' as const, rf };
  const report = computeMetrics(returns, { ...options, benchmark: whole });
  const other = whole && computeMetrics(whole, options);
  const out: Record<string, number | null> = {};
  const causes: Record<string, string> = {};
  const set = (name: string, value: number | null | undefined, cause: string | undefined): void => {
    out[name] = value ?? null;
    if (value == null) causes[name] = cause ?? 'it is not defined here';
  };
  const own = (name: string, key: MetricKey): void => set(name, report.metrics[key], report.causes[key]);
  const theirs = (name: string, key: MetricKey): void => set(name, other?.metrics[key], other ? other.causes[key] : 'no benchmark covers all days');
  for (const [name, key] of PLAIN) own(name, key);
  for (const [name, key] of BENCHMARK) theirs(name, key);
  const excess = (a: number | null, b: number | null | undefined): number | null => (a === null || b == null ? null : (1 + a) / (1 + b) - 1);
  set('Excess_Return_CAGR_252', excess(report.metrics.ann_geo252, other?.metrics.ann_geo252), 'no benchmark covers all days');
  set('Excess_Return_CAGR_Calendar', excess(report.metrics.ann_geo_calendar, other?.metrics.ann_geo_calendar), 'no benchmark covers all days');
  const { active_ann, bench_ann_arith252 } = report.metrics;
  set('Tracking_Error_(Geometric)', whole && logRatioDeviation(returns, whole), 'no benchmark covers all days');
  set('Annualized_Active_Return_(Arithmetic)', active_ann, 'no benchmark covers all days');
  set('Avg_Time_Under_Water_Days', averageUnderWater(returns), 'no drawdown has ended');
  set('Benchmark_Avg_Time_Under_Water_Days', whole && averageUnderWater(whole), 'no benchmark, or no drawdown of it has ended');
  set('Daily_Return_Win/Loss_Ratio', winLoss(returns), 'there is no gain or no loss');
  set('Daily_Profit_Factor_(PnL)', profitFactor(days), 'there is no losing day');
  set('Market_Excess_Return_Annualized', bench_ann_arith252 === null ? null : bench_ann_arith252 - rf, 'no benchmark covers all days');
  writeTrades(set, days, trades);
  return { metrics: out, causes, report, dates, returns, benchmark };
}

const PLAIN: readonly [string, MetricKey][] = [
  ['Absolute_Return', 'cum'], ['Portfolio_Arithmetic_Annual_Return', 'ann_arith252'], ['CAGR_252', 'ann_geo252'], ['CAGR_Calendar', 'ann_geo_calendar'], ['Volatility', 'vol_ddof1'], ['Tracking_Error', 'te'],
  ['Sharpe', 'sharpe_rf135'], ['Sortino', 'sortino_rf135_target0'], ['Calmar', 'calmar_geo'], ['Information_Ratio_(Arithmetic)', 'ir'], ['Information_Ratio_(Log_Based)', 'ir_log'], ['Max_Drawdown', 'mdd_with_initial'],
  ['Max_Drawdown_After_First_Return', 'mdd_without_initial'], ['Max_Time_Under_Water_Days', 'max_tuw_days'], ['Days_Below_Initial_Capital', 'days_below_initial'], ['Max_Daily_Drop', 'max_daily_drop'],
  ['Daily_Return_Win_Rate', 'win_rate'], ['Daily_Profit_Factor_(Returns)', 'profit_factor'], ['Beta_Market', 'ols_beta'], ['Beta_Market_t', 'ols_t_beta'], ['Beta_Market_p', 'ols_p_beta'], ['Annualized_Alpha', 'ols_alpha_252'],
  ['Annualized_Alpha_t', 'ols_t_alpha'], ['Annualized_Alpha_p', 'ols_p_alpha'], ['R_Squared', 'ols_r2'], ['Market_Total_Return_Annualized', 'bench_ann_arith252'], ['Aligned_Sample_Size', 'n'],
];
const BENCHMARK: readonly [string, MetricKey][] = [
  ['Benchmark_Absolute_Return', 'cum'], ['Benchmark_CAGR_252', 'ann_geo252'], ['Benchmark_CAGR_Calendar', 'ann_geo_calendar'], ['Benchmark_Volatility', 'vol_ddof1'], ['Benchmark_Sharpe', 'sharpe_rf135'],
  ['Benchmark_Calmar', 'calmar_geo'], ['Benchmark_Max_Drawdown', 'mdd_with_initial'], ['Benchmark_Max_Time_Under_Water_Days', 'max_tuw_days'],
];

/** Annual standard deviation of ln((1 + r) / (1 + b)); null when it has none. */
function logRatioDeviation(r: Float64Array, b: Float64Array): number | null {
  const ratios = r.map((x, i) => Math.log((1 + x) / (1 + b[i]!)));
  const sd = ratios.every(Number.isFinite) ? sdOf(spreadOf(ratios), ratios.length, 1) : null;
  return sd === null ? null : sd * Math.sqrt(252);
}

/** Mean length in days of the drawdowns that ended. */
function averageUnderWater(returns: Float64Array): number | null {
  const ended = drawdownEpisodes(wealthPath(returns)).filter((d) => d.recovery !== null);
  return ended.length === 0 ? null : ended.reduce((sum, d) => sum + d.recovery! - d.peak - 1, 0) / ended.length;
}

function winLoss(returns: Float64Array): number | null {
  const mean = (list: Float64Array): number | null => (list.length === 0 ? null : list.reduce((a, b) => a + b, 0) / list.length);
  const gain = mean(returns.filter((r) => r > 0));
  const loss = mean(returns.filter((r) => r < 0));
  return gain === null || loss === null ? null : gain / -loss;
}

function profitFactor(days: readonly AccountDay[]): number | null {
  const pnl = days.slice(1).map((d, i) => d.navFen - days[i]!.navFen - d.flowFen);
  const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);
  const lost = sum(pnl.filter((p) => p < 0));
  return lost < 0 ? sum(pnl.filter((p) => p > 0)) / -lost : null;
}

const OF_TRADES = ['Turnover_Rate_Annual', 'Fee_Ratio', 'Realized_Trade_Win_Rate', 'Trade_Win/Loss_Ratio', 'Trade_Profit_Factor'];

function writeTrades(set: (name: string, value: number | null, cause: string | undefined) => void, days: readonly AccountDay[], trades: readonly AccountTrade[]): void {
  set('Trade_Profit_Factor_MTM', null, 'open positions have no price in these files');
  if (trades.length === 0) {
    for (const name of OF_TRADES) set(name, null, 'there is no trade log');
    return;
  }
  const { annualTurnover, feeRatio, realised, unmatchedSales } = tradeMetrics(days, trades);
  const without = 'the trade log does not give the shares of every trade';
  const none = unmatchedSales > 0 ? `no sale could be matched to a purchase (${unmatchedSales} could not)` : 'nothing was sold';
  set('Turnover_Rate_Annual', annualTurnover, undefined);
  set('Fee_Ratio', feeRatio, 'the trade log gives no fees');
  set('Realized_Trade_Win_Rate', realised && realised.sales > 0 ? realised.wins / realised.sales : null, realised ? none : without);
  set('Trade_Win/Loss_Ratio', realised?.meanWinFen != null && realised.meanLossFen !== null ? realised.meanWinFen / -realised.meanLossFen : null, realised ? 'there is no sale with a gain or none with a loss' : without);
  set('Trade_Profit_Factor', realised?.profitFactor ?? null, realised ? 'there is no sale with a loss' : without);
}
