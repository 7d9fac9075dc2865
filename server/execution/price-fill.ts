export interface PricedFill {
  priceFen: number;
  spreadFen: number;
  impactFen: number;
}

export interface Slippage {
  /** Half spread as a fraction of the price. */
  readonly halfSpread: number;
  readonly impactCoef: number;
  /** Daily volatility and average volume of the sessions before. */
  readonly sigma: number;
  readonly adv: number;
}

/** Volatility assumed for a name with fewer than five returns behind it. */
const UNKNOWN_SIGMA = 0.03;

/**
 * Price paid or received: reference · (1 ± (half spread + coef · σ · √(shares/ADV))), moved against the trader to the next
 * tick and never through the daily limit (nobody can trade there). Square-root law: Almgren et al. 2005.
 * `limitFen`: limit-up for a buy, limit-down for a sell, NaN when the day has none.
 * spread + impact = |price − reference| · shares exactly; what rounding adds is spread (a spread is at least a tick).
 */
export function priceFill(side: 1 | -1, referenceFen: number, shares: number, slip: Slippage, limitFen: number, out: PricedFill): void {
  const sigma = Number.isNaN(slip.sigma) ? UNKNOWN_SIGMA : slip.sigma;
  const impact = slip.adv > 0 ? slip.impactCoef * sigma * Math.sqrt(shares / slip.adv) : 0;
  const move = slip.halfSpread + impact;
  let price = side === 1 ? Math.ceil(referenceFen * (1 + move) - 1e-9) : Math.floor(referenceFen * (1 - move) + 1e-9);
  if (price < 1) price = 1;
  if (side === 1 ? price > limitFen : price < limitFen) price = limitFen;
  const cost = Math.max(0, (price - referenceFen) * side) * shares;
  out.priceFen = price;
  out.impactFen = Math.min(cost, Math.round(referenceFen * shares * impact));
  out.spreadFen = cost - out.impactFen;
}
