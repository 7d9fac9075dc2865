import { z } from 'zod';
import type { TerminalRule } from './types';

/** τ = 20 %, P_terminal = 100: the paper's examples. Principal loss is the reading of eq. 2. */
export const DEFAULT_TERMINAL: TerminalRule = { reading: 'principal', tauBp: 2000, penalty: 100 };

export const terminalRuleSchema = z.strictObject({
  reading: z.enum(['principal', 'drawdown']),
  tauBp: z.int().min(1).max(10_000),
  penalty: z.number().min(0).max(1e6),
});

export const frictionModelSchema = z.strictObject({ lambda: z.number().min(0).max(1), gamma: z.number().min(0).max(1), norm: z.enum(['l1', 'l2']) });

/** L_t in basis points, exact ratio: (W0 − W) · 10000 / W0. For display; the test below stays in integers. */
export function principalLossBp(initialFen: number, equityFen: number): number {
  return ((initialFen - equityFen) * 10_000) / initialFen;
}

/**
 * Has `equity` lost τ of `base`? On integers: 1 − 800000/1e6 ≥ 0.20 is false in floats, (W0 − W)·10000 ≥ τ_bp·W0 is true.
 * BigInt beyond 2^53, so the answer is exact for every account.
 */
export function lossReaches(baseFen: number, equityFen: number, tauBp: number): boolean {
  const loss = (baseFen - equityFen) * 10_000;
  const limit = tauBp * baseFen;
  if (Math.abs(loss) <= Number.MAX_SAFE_INTEGER && limit <= Number.MAX_SAFE_INTEGER) return loss >= limit;
  return BigInt(baseFen - equityFen) * 10_000n >= BigInt(tauBp) * BigInt(baseFen);
}

/** Is the absorbing state reached under the armed reading? `peakFen`: highest equity of the episode, W_0 included. */
export function isTerminal(rule: TerminalRule, initialFen: number, peakFen: number, equityFen: number): boolean {
  return lossReaches(rule.reading === 'principal' ? initialFen : peakFen, equityFen, rule.tauBp);
}
