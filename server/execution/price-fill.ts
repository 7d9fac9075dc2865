/**
 * Price paid or received: reference · (1 ± (half spread + coef · σ · √(shares/ADV))), moved against the trader to the next tick and
 * never through the daily limit (nobody can trade there). Square-root law: Almgren et al. 2005. All prices in whole fen.
 */

/** Impact as a fraction of the price. `impactBase`: σ²/ADV of the name; 0 = unknown, then no impact. */
export function impactRate(coef: number, impactBase: number, shares: number): number {
  return coef * Math.sqrt(impactBase * shares);
}

/** `limitFen` above `referenceFen`: a buy at the limit is not admitted. So the price is never below the reference. */
export function buyPriceFen(referenceFen: number, move: number, limitFen: number): number {
  const price = referenceFen * (1 + move) - 1e-9;
  return Math.ceil(price > limitFen ? limitFen : price);
}

/** `limitFen` below `referenceFen`, 0 where the day has none. The price is never above the reference and never below one tick. */
export function sellPriceFen(referenceFen: number, move: number, limitFen: number): number {
  const price = referenceFen * (1 - move) + 1e-9;
  const least = limitFen < 1 ? 1 : limitFen;
  return Math.floor(price < least ? least : price);
}

/**
 * The part of `costFen` = |price − reference| · shares that is impact; the rest is spread, so both add up to the distance exactly
 * and what rounding adds is spread (a spread is at least a tick).
 */
export function impactPartFen(referenceFen: number, shares: number, impact: number, costFen: number): number {
  const whole = Math.floor(referenceFen * shares * impact + 0.5);
  return whole < costFen ? whole : costFen;
}
