import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import type { Panel } from '@/server/market/panel';
import { defaultSimulation } from '@/server/simulation/config';
import { runBacktest } from '@/server/simulation/run-backtest';
import type { BacktestResult, SimulationConfig } from '@/server/simulation/types';

/** Ten years of 300 A-shares: the size that the claims of speed are about. */
export const benchMarket = (): Panel => generateSyntheticMarket({ seed: 7, symbols: 300, years: 10 });

/** A large account that is never stopped, so that every run trades every day. */
export const benchConfig = (): SimulationConfig => {
  const config = defaultSimulation('cn-a');
  return { ...config, initialFen: 100_000_000_000, terminal: { ...config.terminal, tauBp: 10_000 } };
};

/** Every name, every day, towards weights that drift: about 295 orders a day. */
export function rebalanceDaily(panel: Panel, config: SimulationConfig): Promise<BacktestResult> {
  const n = panel.symbols.length;
  const table = new Float64Array(64 * n);
  for (let row = 0; row < 64; row++) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += table[row * n + i] = 1 + 0.5 * Math.sin(row * 0.7 + i * 1.3);
    for (let i = 0; i < n; i++) table[row * n + i]! *= 0.98 / sum;
  }
  return runBacktest({
    panel,
    config,
    source: { kind: 'weights', weights: (day, out) => { out.set(table.subarray((day % 64) * n, ((day % 64) + 1) * n)); return true; } },
  });
}
