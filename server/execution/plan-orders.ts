import type { MarketRows } from './market-rows';
import { sharesForWeight, wholeLots } from './money';
import type { Ledger } from './types';

/** Largest order, 2^31 − 1 shares: columns of orders are int32. What is above waits for the next day. */
const MAX_ORDER = 0x7fffffff;

/**
 * Target weights of equity → signed share changes per symbol into `wanted`, in legal lots. Sized at the preclose of the
 * loaded day (known before the open), on equity, never on cash. A position is sold whole, odd lot included, when its target is 0.
 */
export function planOrders(ledger: Ledger, rows: MarketRows, weights: Float64Array, equityFen: number, wanted: Int32Array): void {
  const { shares, priceFen } = ledger;
  const { precloseFen, minShares, stepShares } = rows;
  for (let i = 0; i < shares.length; i++) {
    const held = shares[i]!;
    const weight = weights[i]!;
    if (weight === 0) {
      wanted[i] = -Math.min(MAX_ORDER, held);
      continue;
    }
    const price = precloseFen[i]! > 0 ? precloseFen[i]! : priceFen[i]!;
    if (!(price > 0)) {
      wanted[i] = 0;
      continue;
    }
    const change = Math.max(-MAX_ORDER, Math.min(MAX_ORDER, sharesForWeight(weight, equityFen, price) - held));
    // One lot of code for both directions: which of them a day asks for is noise, and a branch on
    // noise is the dearest thing here. `sign` is −1 or 0.
    const lots = wholeLots(Math.abs(change), minShares[i]!, stepShares[i]!);
    const sign = change >> 31;
    wanted[i] = (lots ^ sign) - sign;
  }
}
