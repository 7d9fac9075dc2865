import { AppError } from '@/server/contracts/errors';
import type { Panel } from '@/server/market/panel';
import { backtestPackage } from '@/server/simulation/run-backtest';
import type { SimulationConfig } from '@/server/simulation/types';
import { summariseSide } from '@/server/stdaw/verify/summarise-side';
import { makePackage } from '@/server/strategy/make-package';
import type { StrategyPackage } from '@/server/strategy/types';
import type { Evaluate } from './search/evaluate-beam';

export interface GateDays {
  readonly panel: Panel;
  readonly config: SimulationConfig;
  readonly from: string;
  readonly to: string;
}

/** The Sim2Real gate's own simulation as a function the search can call: other sources, same tests, days and costs. */
export function makeEvaluate(base: StrategyPackage, days: GateDays, signal: AbortSignal): Evaluate {
  const rest = [{ path: 'strategy.json', text: JSON.stringify(base.manifest) }, ...base.tests, ...base.baseline];
  return async (files) => {
    try {
      return summariseSide(await backtestPackage({ pkg: makePackage([...rest, ...files]), ...days, signal }));
    } catch (error) {
      // A candidate that throws or hangs is a bad candidate, not a fault of the search.
      if (error instanceof AppError && (error.code === 'STRATEGY_FAILED' || error.code === 'BAD_INPUT')) return null;
      throw error;
    }
  };
}
