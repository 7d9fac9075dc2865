import { AppError } from '@/server/contracts/errors';

/** Currency units to integer fen, half away from zero; NaN stays NaN. Prices of the data carry at most float noise, never half fen. */
export const toFen = (units: number): number => Math.round(units * 100);

/** Refuse amounts beyond 2^53 − 1 fen (90 trillion), where integers stop being exact. @throws AppError BAD_INPUT */
export function safeFen(fen: number, what: string): number {
  if (!Number.isSafeInteger(fen)) throw new AppError('BAD_INPUT', `${what} is ${fen}; money must be a whole number of fen below 9.007e15. Use a smaller account.`);
  return fen;
}

/** amount · rate / 1e7, half up to the fen, in integers. `rateE7` 2500 = 2.5 bp. @throws AppError BAD_INPUT beyond safe integers */
export function rateHalfUp(amountFen: number, rateE7: number): number {
  const product = amountFen * rateE7;
  if (product > 4.5e15) return rateHalfUpBig(amountFen, rateE7);
  return Math.floor((product + 5_000_000) / 10_000_000);
}

function rateHalfUpBig(amountFen: number, rateE7: number): number {
  return Number((BigInt(amountFen) * BigInt(rateE7) * 2n + 10_000_000n) / 20_000_000n);
}

/**
 * floor(x), x ≥ 0, that forgives the last bits of a product: 0.29 · 100 is 28.999999999999996 and means 29.
 * The forgiven part is 1e-12 of x, far below one fen for every account this console holds.
 */
export function floorNear(x: number): number {
  return Math.floor(x + 1e-12 * Math.max(x, 1));
}

/** Whole shares that a weight of an equity buys at a price: everything after the one product is integer. */
export function sharesForWeight(weight: number, equityFen: number, priceFen: number): number {
  return Math.floor(floorNear(weight * equityFen) / priceFen);
}
