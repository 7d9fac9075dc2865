import { bucketSeries } from '@/server/analytics/bucket-series';
import { computeMetrics } from '@/server/analytics/compute-metrics';
import type { Sim2RealSide } from '@/server/contracts/verdict';
import type { BacktestResult } from '@/server/simulation/types';

const MAX_POINTS = 1000;

/** One side of the comparison as it is stored and shown. `principalLoss` is the largest L_t of the run, annual figures are the paper's. */
export function summariseSide({ series, summary }: BacktestResult): Sim2RealSide {
  const { headline } = computeMetrics(series.returns, { preset: 'paper' });
  // W_0 is the equity before the first return.
  const first = series.equityFen.length > 0 ? series.equityFen[0]! / (1 + series.returns[0]!) : 1;
  return {
    annualTurnover: summary.annualTurnover,
    annualReturn: headline.annual_return.value,
    sharpe: headline.sharpe.value,
    maxDrawdown: summary.maxDrawdown,
    cumulativeReward: summary.rewardSum,
    principalLoss: summary.maxPrincipalLoss,
    frictionModelled: summary.modelledFriction,
    frictionRealised: summary.realisedFriction,
    finalEquityFen: summary.finalEquityFen,
    terminated: summary.terminalDate !== null,
    days: summary.days,
    equity: bucketSeries(series.equityFen, MAX_POINTS).flatMap((p): [string, number][] => (p.value === null ? [] : [[series.dates[p.index]!, p.value / first]])),
  };
}
