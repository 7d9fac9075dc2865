import type { DayTape } from './day-tape';
import type { MarketRows } from './market-rows';
import { sharesForWeight, wholeLots } from './money';
import type { Ledger } from './types';

/**
 * Target weights of equity → the orders of the day in `tape`: signed share changes in legal lots. Sized at the preclose of the
 * loaded day (known before the open), on equity, never on cash. A position is sold whole, odd lot included, when its target is 0.
 */
export function planOrders(ledger: Ledger, rows: MarketRows, weights: Float64Array, equityFen: number, tape: DayTape): void {
  const { shares, priceFen } = ledger;
  const { precloseFen, board } = rows.today;
  const { minShares, stepShares } = board;
  const { wanted } = tape;
  const sells = tape.sells.symbols;
  const buys = tape.buys.symbols;
  // Largest order, 2^31 − 1 shares; what is above waits for the next day.
  const most = 0x7fffffff;
  // A float of this function: the argument as it came would be unboxed for every name (ADR 7).
  const equity = equityFen * 1;
  let sold = 0;
  let bought = 0;
  for (let i = 0; i < shares.length; i++) {
    const held = shares[i]!;
    const weight = weights[i]!;
    const preclose = precloseFen[i]!;
    const price = preclose > 0 ? preclose : priceFen[i]!;
    let wish = 0;
    if (weight === 0) wish = -(held < most ? held : most) | 0;
    else if (price > 0) {
      let change = sharesForWeight(weight, equity, price) - held;
      if (change > most) change = most;
      if (change < -most) change = -most;
      // One lot of code for both directions: which of them a day asks for is noise, and a branch on
      // noise is the dearest thing here. `sign` is −1 or 0.
      const lots = wholeLots(Math.abs(change), minShares[i]!, stepShares[i]!) | 0;
      const sign = change >> 31;
      wish = ((lots ^ sign) - sign) | 0;
    }
    wanted[i] = wish;
    // Both lists are written, one is counted: the sign bits are 1 when the wish is of that side.
    sells[sold] = i;
    buys[bought] = i;
    sold += wish >>> 31;
    bought += -wish >>> 31;
  }
  tape.sells.count = sold;
  tape.buys.count = bought;
}
