import type { GateCut, RiskLimits } from './types';

/**
 * What a strategy wishes → what may be traded, in place: no shorts, no name above `maxWeight` (the rest is not handed to
 * others), sum at most `maxGross` (all scaled alike). `cuts` says what was changed, for the record.
 */
export function gateWeights(weights: Float64Array, limits: RiskLimits, symbols: readonly string[], cuts: GateCut[]): void {
  const { maxWeight } = limits;
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    let weight = weights[i]!;
    if (weight < 0) {
      cuts.push({ symbol: symbols[i]!, rule: 'NO_SHORT', from: weight, to: 0 });
      weights[i] = weight = 0;
    } else if (weight > maxWeight) {
      // Float noise above the cap is not worth a row.
      if (weight > maxWeight * (1 + 1e-9)) cuts.push({ symbol: symbols[i]!, rule: 'MAX_WEIGHT', from: weight, to: maxWeight });
      weights[i] = weight = maxWeight;
    }
    sum += weight;
  }
  if (sum <= limits.maxGross) return;
  if (sum > limits.maxGross * (1 + 1e-9)) cuts.push({ symbol: null, rule: 'MAX_GROSS', from: sum, to: limits.maxGross });
  const scale = limits.maxGross / sum;
  for (let i = 0; i < weights.length; i++) weights[i]! *= scale;
}
