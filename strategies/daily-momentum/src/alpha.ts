/** Sessions over which the price move is measured. */
export const MOMENTUM_DAYS = 4;

/**
 * Price move of each name over `days` sessions, adjusted for dividends and splits by the factor. Rows oldest first, the last
 * is today. NaN where one of the two prices is missing.
 */
export function momentum(close: readonly Float64Array[], factor: readonly Float64Array[], days: number): number[] {
  const last = close.length - 1;
  const first = Math.max(0, last - days);
  const [closeNow, factorNow, closeThen, factorThen] = [close[last], factor[last], close[first], factor[first]];
  const scores: number[] = [];
  for (let i = 0; i < closeNow.length; i += 1) {
    const now = closeNow[i] * factorNow[i];
    const then = closeThen[i] * factorThen[i];
    scores.push(now / then - 1);
  }
  return scores;
}

/** The scores of the best `names` allowed names, and of those equal to the last of them; NaN for the others. A few are ranked faster than all. */
export function bestScores(scores: readonly number[], allowed: readonly boolean[], names: number): number[] {
  const sorted = new Float64Array(scores.filter((score, i) => allowed[i] && Number.isFinite(score))).sort();
  const border = sorted[Math.max(0, Math.floor(sorted.length - names))];
  const best: number[] = [];
  for (let i = 0; i < scores.length; i += 1) best.push(allowed[i] && scores[i] >= border ? scores[i] : Number.NaN);
  return best;
}

/** Positions of the finite scores, highest score first; equal scores keep their order. */
export function rankDescending(scores: readonly number[]): number[] {
  const order: number[] = [];
  for (let i = 0; i < scores.length; i += 1) {
    if (Number.isFinite(scores[i])) order.push(i);
  }
  return order.sort((a, b) => scores[b] - scores[a] || a - b);
}
