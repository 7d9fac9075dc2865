import { AppError } from '@/server/contracts/errors';

/** One fill as the square-root law of this simulator sees it. */
export interface ImpactPoint {
  /** |fill price − reference| / reference. */
  readonly cost: number;
  /** σ · √(shares / ADV), as a fraction: √(MarketRows.impactBase · shares). */
  readonly size: number;
}

/**
 * Half spread (bp) and impact coefficient of the simulator from fills: cost = half spread + coef · σ√(shares/ADV), least squares,
 * neither below 0. @throws AppError BAD_INPUT with fewer than three fills
 */
export function fitImpact(points: readonly ImpactPoint[]): { halfSpreadBp: number; impactCoef: number; fills: number } {
  const n = points.length;
  if (n < 3) throw new AppError('BAD_INPUT', `Spread and impact need at least three fills; there are ${n}.`);
  let x = 0;
  let y = 0;
  for (const { cost, size } of points) {
    x += size / n;
    y += cost / n;
  }
  let sxx = 0;
  let sxy = 0;
  let raw = 0;
  let rawxy = 0;
  for (const { cost, size } of points) {
    sxx += (size - x) ** 2;
    sxy += (size - x) * (cost - y);
    raw += size * size;
    rawxy += size * cost;
  }
  const slope = sxx > 0 ? sxy / sxx : 0;
  const fit = slope < 0 ? { spread: y, coef: 0 } : y - slope * x < 0 ? { spread: 0, coef: rawxy / raw } : { spread: y - slope * x, coef: slope };
  return { halfSpreadBp: Math.max(0, fit.spread) * 1e4, impactCoef: Math.max(0, fit.coef), fills: n };
}
