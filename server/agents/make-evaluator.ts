import { sha256Hex } from '@/server/audit/canonical-json';
import { AppError } from '@/server/contracts/errors';
import type { Sim2RealSide } from '@/server/contracts/verdict';
import { backtestPackage } from '@/server/simulation/run-backtest';
import type { VerifyMarket } from '@/server/stdaw';
import { summariseSide } from '@/server/stdaw/verify/summarise-side';
import { makePackage } from '@/server/strategy/make-package';
import type { PackageFile, StrategyPackage } from '@/server/strategy/types';
import type { Evaluator } from './search/evaluate-beam';

/** The Sim2Real gate's own simulation for a search: other sources, same days and costs. Remembers each version it ran. */
export function makeEvaluator(base: StrategyPackage, market: Pick<VerifyMarket, 'panel' | 'config' | 'from' | 'to'>, signal: AbortSignal): Evaluator {
  const rest = [{ path: 'strategy.json', text: JSON.stringify(base.manifest) }, ...base.tests, ...base.baseline];
  const { panel, config, from, to } = market;
  const known = new Map<string, Sim2RealSide | null>();
  let simulations = 0;
  const run = async (files: readonly PackageFile[]): Promise<Sim2RealSide | null> => {
    try {
      return summariseSide(await backtestPackage({ pkg: makePackage([...rest, ...files]), panel, config, ...(from ? { from } : {}), ...(to ? { to } : {}), signal }));
    } catch (error) {
      // A candidate that throws or hangs is a bad candidate, not a fault of the search.
      if (error instanceof AppError && (error.code === 'STRATEGY_FAILED' || error.code === 'BAD_INPUT')) return null;
      throw error;
    }
  };
  return {
    simulations: () => simulations,
    async evaluate(files) {
      const key = sha256Hex(files.map((f) => `${f.path}\n${f.text}`).join('\0'));
      const seen = known.get(key);
      if (seen !== undefined) return seen;
      simulations++;
      const side = await run(files);
      known.set(key, side);
      return side;
    },
  };
}
