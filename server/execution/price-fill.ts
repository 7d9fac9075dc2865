import type { DayTape } from './day-tape';
import type { MarketRows } from './market-rows';

/**
 * Price paid or received in rows [from, to) that have shares: reference · (1 ± (half spread + coef · σ · √(shares/ADV))), moved
 * against the trader to the next tick and never through the daily limit (nobody can trade there). Square-root law: Almgren et al.
 * 2005. Reads side, shares, reference and limit of the tape and writes price, spread and impact there:
 * spread + impact = |price − reference| · shares exactly; what rounding adds is spread (a spread is at least a tick).
 */
export function priceFills(tape: DayTape, from: number, to: number, halfSpread: number, impactCoef: number, rows: MarketRows): void {
  const { symbol, side, filled, referenceFen, limitFen, priceFen, impactFen, spreadFen } = tape;
  const { impactBase } = rows;
  for (let k = from; k < to; k++) {
    const shares = filled[k]!;
    if (shares === 0) continue;
    const reference = referenceFen[k]!;
    const limit = limitFen[k]!;
    // σ²/ADV of the name; 0 = unknown, then no impact.
    const impact = impactCoef * Math.sqrt(impactBase[symbol[k]!]! * shares);
    const move = halfSpread + impact;
    let price: number;
    let distance: number;
    if (side[k] === 1) {
      price = Math.ceil(reference * (1 + move) - 1e-9);
      if (price > limit) price = limit;
      distance = price - reference;
    } else {
      price = Math.floor(reference * (1 - move) + 1e-9);
      if (price < 1) price = 1;
      if (price < limit) price = limit;
      distance = reference - price;
    }
    // A reference beyond the limit by a fault of the data gives no gain: cost is never negative.
    const cost = distance > 0 ? distance * shares : 0;
    const whole = Math.floor(reference * shares * impact + 0.5);
    priceFen[k] = price;
    impactFen[k] = Math.min(whole, cost);
    spreadFen[k] = cost > whole ? cost - whole : 0;
  }
}
