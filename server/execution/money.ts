import { AppError } from '@/server/contracts/errors';

/** Currency units to integer fen, half away from zero; NaN stays NaN. Prices of the data carry at most float noise, never half fen. */
export const toFen = (units: number): number => Math.round(units * 100);

/** Refuse amounts beyond 2^53 − 1 fen (90 trillion), where integers stop being exact. @throws AppError BAD_INPUT */
export function safeFen(fen: number, what: string): number {
  if (!Number.isSafeInteger(fen)) throw new AppError('BAD_INPUT', `${what} is ${fen}; money must be a whole number of fen below 9.007e15. Use a smaller account.`);
  return fen;
}

/**
 * amount · rate / 1e7, half up to the fen, at least `leastFen`; exact for every safe amount and rate ≤ 1e6. `rateE7` 2500 = 2.5 bp. A
 * multiplication in place of the division: the ½ keeps the quotient of two integers 5e-8 away from the next whole fen, its error below
 * 1e15 is 2.2e-8.
 */
export function rateHalfUp(amountFen: number, rateE7: number, leastFen = 0): number {
  const product = amountFen * rateE7;
  if (product < 1e15) {
    const fen = (product + 5_000_000.5) * 1e-7;
    return Math.floor(fen < leastFen ? leastFen : fen);
  }
  // In two parts, each an exact integer.
  const whole = Math.floor(amountFen / 1e7);
  const fen = whole * rateE7 + Math.floor(((amountFen - whole * 1e7) * rateE7 + 5_000_000) / 1e7);
  return fen < leastFen ? leastFen : fen;
}

/**
 * floor(x), x ≥ 0, that forgives the last bits of a product: 0.29 · 100 is 28.999999999999996 and means 29.
 * The forgiven part is 1e-12 of x, far below one fen for every account this console holds.
 */
export function floorNear(x: number): number {
  return Math.floor(x + (x > 1 ? 1e-12 * x : 1e-12));
}

/** Largest legal order of at most `shares`: the minimum, then steps; 0 below the minimum. The law of floorToLot of the board rules, on columns. */
export function wholeLots(shares: number, minShares: number, stepShares: number): number {
  return shares < minShares ? 0 : minShares + Math.floor((shares - minShares) / stepShares) * stepShares;
}

/** Whole shares that a weight of an equity buys at a price: everything after the one product is integer. */
export function sharesForWeight(weight: number, equityFen: number, priceFen: number): number {
  return Math.floor(floorNear(weight * equityFen) / priceFen);
}
