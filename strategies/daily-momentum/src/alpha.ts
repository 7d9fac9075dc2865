/** Sessions over which the price move is measured. */
export const MOMENTUM_DAYS = 4;

/**
 * Price move of each name over `days` sessions, adjusted for dividends and splits by the factor. Rows oldest first, the last
 * is today. NaN where one of the two prices is missing.
 */
export function momentum(close: readonly Float64Array[], factor: readonly Float64Array[], days: number): number[] {
  const last = close.length - 1;
  const first = Math.max(0, last - days);
  const scores: number[] = [];
  for (let i = 0; i < close[last].length; i += 1) {
    const now = close[last][i] * factor[last][i];
    const then = close[first][i] * factor[first][i];
    scores.push(now / then - 1);
  }
  return scores;
}

/** Positions of the finite scores, highest score first; equal scores keep their order. */
export function rankDescending(scores: readonly number[]): number[] {
  const order: number[] = [];
  for (let i = 0; i < scores.length; i += 1) {
    if (Number.isFinite(scores[i])) order.push(i);
  }
  return order.sort((a, b) => scores[b] - scores[a] || a - b);
}
