import type { GateCut, RiskLimits } from './types';

/**
 * What a strategy wishes → what may be traded, in place: no shorts, no name above `maxWeight` (the rest is not handed to
 * others), sum at most `maxGross` (all scaled alike). `cuts` says what was changed, for the record.
 */
export function gateWeights(weights: Float64Array, limits: RiskLimits, symbols: readonly string[], cuts: GateCut[]): void {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    const wish = weights[i]!;
    if (wish < 0) {
      cuts.push({ symbol: symbols[i]!, rule: 'NO_SHORT', from: wish, to: 0 });
      weights[i] = 0;
    } else if (wish > limits.maxWeight) {
      // Float noise above the cap is not worth a row.
      if (wish > limits.maxWeight * (1 + 1e-9)) cuts.push({ symbol: symbols[i]!, rule: 'MAX_WEIGHT', from: wish, to: limits.maxWeight });
      weights[i] = limits.maxWeight;
    }
    sum += weights[i]!;
  }
  if (sum <= limits.maxGross) return;
  if (sum > limits.maxGross * (1 + 1e-9)) cuts.push({ symbol: null, rule: 'MAX_GROSS', from: sum, to: limits.maxGross });
  const scale = limits.maxGross / sum;
  for (let i = 0; i < weights.length; i++) weights[i]! *= scale;
}
