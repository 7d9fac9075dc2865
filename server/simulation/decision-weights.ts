import type { Simulator } from './simulator';
import type { Decision, JsonValue } from '@/server/strategy/contract';
import type { DayQuestion, DecisionColumns } from '@/server/strategy/types';

/** Target weights by symbol → the column over the symbols of the market, missing = 0. Symbols were checked by the driver. */
export function toWeights(decision: Decision, index: ReadonlyMap<string, number>, out: Float64Array): Float64Array {
  out.fill(0);
  const { weights } = decision;
  for (const symbol in weights) {
    const i = index.get(symbol);
    if (i !== undefined) out[i] = weights[symbol]!;
  }
  return out;
}

/** The same from columns. */
export function spreadColumns({ positions, weights }: DecisionColumns, out: Float64Array): Float64Array {
  out.fill(0);
  for (let k = 0; k < positions.length; k++) out[positions[k]!] = weights[k]!;
  return out;
}

/** What the strategy is told besides the bars: its account at today's close. Weights of held names only. */
export function questionOf(simulator: Simulator): DayQuestion {
  const { ledger, panel, equityFen } = simulator;
  const held: number[] = [];
  const weights: number[] = [];
  if (equityFen > 0) {
    for (let i = 0; i < panel.symbols.length; i++) {
      if (ledger.shares[i] === 0) continue;
      held.push(i);
      weights.push((ledger.shares[i]! * ledger.priceFen[i]!) / equityFen);
    }
  }
  return { dayIndex: simulator.dayIndex, portfolio: { held, weights, cashWeight: equityFen > 0 ? ledger.cashFen / equityFen : 0, equity: equityFen / 100 }, memory: simulator.memory };
}

/** Memory for tomorrow: what the decision says; a decision without memory, or null, leaves it as it was. */
export function nextMemory(simulator: Simulator, decision: { readonly memory?: JsonValue } | null): void {
  if (decision?.memory !== undefined) simulator.memory = decision.memory;
}
