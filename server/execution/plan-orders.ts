import { floorToLot } from '@/server/market/board-rules';
import type { MarketRows } from './market-rows';
import { sharesForWeight } from './money';
import type { Ledger } from './types';

/**
 * Target weights of equity → signed share changes per symbol into `wanted`, in legal lots. Sized at the preclose of the
 * loaded day (known before the open), on equity, never on cash. A position is sold whole, odd lot included, when its target is 0.
 */
export function planOrders(ledger: Ledger, rows: MarketRows, weights: Float64Array, equityFen: number, wanted: Float64Array): void {
  const { shares } = ledger;
  for (let i = 0; i < shares.length; i++) {
    const held = shares[i]!;
    const weight = weights[i]!;
    if (weight === 0) {
      wanted[i] = 0 - held; // not −held: a flat name must give 0, not −0
      continue;
    }
    const price = rows.precloseFen[i]! > 0 ? rows.precloseFen[i]! : ledger.priceFen[i]!;
    if (!(price > 0)) {
      wanted[i] = 0;
      continue;
    }
    const change = sharesForWeight(weight, equityFen, price) - held;
    const rule = rows.rules[i]!;
    wanted[i] = change >= 0 ? floorToLot(rule, change) : -floorToLot(rule, -change);
  }
}
