import type { MarketRows } from './market-rows';
import { sharesForWeight } from './money';
import type { Ledger } from './types';

/** Largest order, 2^31 − 1 shares: columns of orders are int32. What is above waits for the next day. */
const MAX_ORDER = 0x7fffffff;

/**
 * Target weights of equity → signed share changes per symbol into `wanted`, in legal lots. Sized at the preclose of the
 * loaded day (known before the open), on equity, never on cash. A position is sold whole, odd lot included, when its target is 0.
 */
export function planOrders(ledger: Ledger, rows: MarketRows, weights: Float64Array, equityFen: number, wanted: Int32Array): void {
  const { shares } = ledger;
  for (let i = 0; i < shares.length; i++) {
    const held = shares[i]!;
    const weight = weights[i]!;
    if (weight === 0) {
      wanted[i] = -Math.min(MAX_ORDER, held);
      continue;
    }
    const price = rows.precloseFen[i]! > 0 ? rows.precloseFen[i]! : ledger.priceFen[i]!;
    if (!(price > 0)) {
      wanted[i] = 0;
      continue;
    }
    const change = Math.min(MAX_ORDER, sharesForWeight(weight, equityFen, price) - held);
    wanted[i] = change >= 0 ? rows.floorToLot(i, change) : -rows.floorToLot(i, Math.min(MAX_ORDER, -change));
  }
}
