import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { generateSyntheticMarket } from '@/server/market/generate-synthetic';
import { defaultSimulation } from './config';
import { runBacktest } from './run-backtest';

const panel = generateSyntheticMarket({ seed: 7, symbols: 60, years: 2 });
const shipped = defaultSimulation('cn-a');

/**
 * Every order, fill, fee, equity and reward of a run. The hot path may be rewritten for speed; these bits may not move: but for the last one of
 * ‖Δω‖₂, whose squares are beyond 2^53 and so add up in the order in which fills settle.
 */
it.each([
  ['open', 10_000_000_000, '2df2666b29b1cd15'],
  ['vwap', 10_000_000_000, 'a067eda1eafd7e75'],
  ['close', 1_000_000, '8367036776b7fe3a'],
] as const)('filled at the %s with %i fen: the digest of all records', async (fillAt, initialFen, digest) => {
  const config = { ...shipped, initialFen, execution: { ...shipped.execution, fillAt }, terminal: { ...shipped.terminal, tauBp: 10_000 } };
  const { records, series, summary } = await runBacktest({
    panel,
    config,
    records: true,
    // Only + − × ÷ and integers: the same weights on every machine.
    source: { kind: 'weights', weights: (day, out) => { for (let i = 0; i < out.length; i++) out[i] = (1 + ((day * 31 + i * 17) % 23)) / 800; return day % 7 !== 6; } },
  });
  expect(createHash('sha256').update(JSON.stringify({ records, series, summary })).digest('hex').slice(0, 16)).toBe(digest);
});
