/** Number of names held. */
export const HELD_NAMES = 18;
/** Part of the equity that is invested. */
export const INVESTED_SHARE = 0.96;

/** Equal weights that sum to `invested` over the first `names` of `order`; the rest gets 0. `count`: names in the market. */
export function equalWeights(order: readonly number[], names: number, invested: number, count: number): number[] {
  const weights: number[] = [];
  for (let i = 0; i < count; i += 1) weights.push(0);
  const chosen = order.slice(0, names);
  for (const i of chosen) weights[i] = invested / chosen.length;
  return weights;
}
