/** Largest weight of one name. */
export const MAX_WEIGHT = 0.08;
/** Largest sum of all weights. */
export const MAX_GROSS = 1;
/** Largest part of the equity that may change hands in one rebalance, one way. */
export const MAX_TURNOVER = 0.1;

/** No weight below 0 or above `maxWeight`. What is cut stays in cash. */
export function capWeights(weights: readonly number[], maxWeight: number): number[] {
  return weights.map((weight) => Math.min(maxWeight, Math.max(0, weight)));
}

/** Scale all weights alike so that they sum to at most `maxGross`. */
export function limitGross(weights: readonly number[], maxGross: number): number[] {
  const gross = weights.reduce((sum, weight) => sum + weight, 0);
  if (gross <= maxGross) return [...weights];
  return weights.map((weight) => (weight * maxGross) / gross);
}

/** One-way turnover between two sets of weights. */
export function turnover(current: readonly number[], target: readonly number[]): number {
  return target.reduce((sum, weight, i) => sum + Math.abs(weight - current[i]), 0) / 2;
}

/** Go only so far from `current` towards `target` that the one-way turnover stays within `maxTurnover`. */
export function limitTurnover(current: readonly number[], target: readonly number[], maxTurnover: number): number[] {
  const wanted = turnover(current, target);
  if (wanted <= maxTurnover) return [...target];
  const part = maxTurnover / wanted;
  return current.map((weight, i) => weight + (target[i] - weight) * part);
}
