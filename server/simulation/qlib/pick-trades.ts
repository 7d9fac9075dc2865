/** Indices from the highest score down; NaN last, equal scores in the given order. */
export function byScore(names: readonly number[], scores: Float64Array): number[] {
  const rank = (i: number): number => (Number.isNaN(scores[i]!) ? Number.NEGATIVE_INFINITY : scores[i]!);
  return [...names].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
}

export interface PickedTrades {
  /** Holdings that fell among the `nDrop` worst of holdings and candidates together. */
  readonly sell: ReadonlySet<number>;
  /** Names to buy, best first. */
  readonly buy: readonly number[];
}

/**
 * TopkDropout (method_sell bottom, method_buy top): the worst `nDrop` of holdings ∪ candidates are sold where held, and as many of
 * the best candidates are bought as fill up to `topk`. `held` in the order in which the positions were opened.
 */
export function pickTrades(held: readonly number[], scores: Float64Array, topk: number, nDrop: number): PickedTrades {
  const isHeld = new Set(held);
  const last = byScore(held, scores);
  const others = Array.from(scores.keys()).filter((i) => !isHeld.has(i));
  const today = byScore(others, scores).slice(0, Math.max(0, nDrop + topk - last.length));
  // The union is sorted by name before it is ranked: that decides among names without a score.
  const together = byScore([...last, ...today].sort((a, b) => a - b), scores);
  const worst = new Set(together.slice(-nDrop));
  const sell = new Set(last.filter((i) => worst.has(i)));
  return { sell, buy: today.slice(0, Math.max(0, sell.size + topk - last.length)) };
}
