import type { StrategyPackage } from '@/server/strategy/types';
import { type BacktestRequest, backtestPackage } from './run-backtest';
import type { BacktestResult } from './types';

export interface Comparison {
  readonly before: BacktestResult;
  readonly after: BacktestResult;
  /** after − before of the summed rewards R_t, −P_terminal included. */
  readonly rewardDelta: number;
}

/** Sim2Real: two versions over the same days with the same costs, each in a process of its own, one after the other. */
export async function compareVersions(request: Omit<BacktestRequest, 'records'> & { readonly before: StrategyPackage; readonly after: StrategyPackage }): Promise<Comparison> {
  const { before: beforePackage, after: afterPackage, onProgress, ...rest } = request;
  const half = (offset: 0 | 1) => (onProgress ? { onProgress: (done: number, total: number) => onProgress(offset * total + done, 2 * total) } : {});
  const before = await backtestPackage({ ...rest, ...half(0), pkg: beforePackage });
  const after = await backtestPackage({ ...rest, ...half(1), pkg: afterPackage });
  return { before, after, rewardDelta: after.summary.rewardSum - before.summary.rewardSum };
}
