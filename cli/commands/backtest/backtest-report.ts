import type { UnadjustedDays } from '@/server/market/unadjusted-days';
import { metricsOf } from '@/server/simulation/backtest-metrics';
import type { BacktestResult, SimulationConfig } from '@/server/simulation/types';
import type { StrategyPackage } from '@/server/strategy/types';
import type { MarketFacts } from './open-market';
import type { RunSettings } from './run-settings';

/** The JSON of `oomrl backtest`: a function of its inputs alone, so the same run prints the same bytes. */
export function backtestReport(result: BacktestResult, about: { market: MarketFacts; unadjusted: UnadjustedDays | null; pkg: StrategyPackage; settings: RunSettings; config: SimulationConfig; baseDate: string }) {
  const { market, unadjusted, pkg, settings, config, baseDate } = about;
  const { series, summary, stale } = result;
  const { metrics, causes, headline } = metricsOf(series, { baseDate });
  return {
    mode: 'console' as const,
    market,
    strategy: { name: pkg.manifest.name, packageHash: pkg.hashes.package },
    friction: settings.friction,
    initialFen: config.initialFen,
    ...summary,
    stale,
    unadjusted,
    partial: Object.values(summary.partialBy).reduce((sum, n) => sum + n, 0),
    sharpe: metrics.sharpe_rf135,
    mdd: metrics.mdd_with_initial,
    headline,
    metrics,
    causes,
    series,
  };
}
export type BacktestReport = ReturnType<typeof backtestReport>;
