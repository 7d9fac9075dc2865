import type { DayTape } from './day-tape';

/**
 * Price paid or received: reference · (1 ± (half spread + coef · σ · √(shares/ADV))), moved against the trader to the next
 * tick and never through the daily limit (nobody can trade there). Square-root law: Almgren et al. 2005.
 * Reads side, shares, reference and limit of row `k` of the tape and writes price, spread and impact there:
 * spread + impact = |price − reference| · shares exactly; what rounding adds is spread (a spread is at least a tick).
 * @param impactBase σ²/ADV of the name, 0 = unknown (then no impact)
 */
export function priceFill(tape: DayTape, k: number, halfSpread: number, impactCoef: number, impactBase: number): void {
  const shares = tape.filled[k]!;
  const buy = tape.side[k] === 1;
  const reference = tape.referenceFen[k]!;
  const limit = tape.limitFen[k]!;
  const impact = impactCoef * Math.sqrt(impactBase * shares);
  const move = halfSpread + impact;
  let price = buy ? Math.ceil(reference * (1 + move) - 1e-9) : Math.floor(reference * (1 - move) + 1e-9);
  if (price < 1) price = 1;
  if (buy ? price > limit : price < limit) price = limit;
  // A reference beyond the limit by a fault of the data gives no gain: cost is never negative.
  const distance = buy ? price - reference : reference - price;
  const cost = distance > 0 ? distance * shares : 0;
  const impactFen = Math.floor(reference * shares * impact + 0.5);
  tape.priceFen[k] = price;
  tape.impactFen[k] = Math.min(impactFen, cost);
  tape.spreadFen[k] = Math.max(0, cost - impactFen);
}
