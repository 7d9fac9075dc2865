import { addFills } from './day-trades';
import type { DayTape } from './day-tape';
import { chargeFees } from './fees';
import type { MarketRows } from './market-rows';
import { floorNear } from './money';
import { impactPartFen, impactRate, sellPriceFen } from './price-fill';
import { type FillTerms, type Ledger, REASON } from './types';

/**
 * Sells of the day: rows [0, tape.buysFrom) of the tape, in symbol order. Each is cut to what the market (suspension, limit-down,
 * participation) and T+1 allow, priced, charged and settled in one pass; sums are kept in locals, since with 300 orders a day the loads
 * of the loop body are what a run costs. Shares leave, cash comes; the average cost leaves in proportion.
 */
export function fillSells(ledger: Ledger, rows: MarketRows, wanted: Int32Array, tape: DayTape, terms: FillTerms): void {
  const { shares: held, lockedShares, costFen } = ledger;
  const { precloseFen, downFen, impactBase } = rows;
  const prices = rows.fillPrices(terms.fillAt);
  const { volume, volumeAt } = rows;
  const { symbol, filled, reason, priceFen, trades, buysFrom } = tape;
  const { fees, halfSpread, impactCoef, participationCap } = terms;
  let fills = 0, worthFen = 0, worthSquares = 0, tradedFen = 0, slippage = 0, impacts = 0, revaluedFen = 0;
  for (let k = 0; k < buysFrom; k++) {
    const i = symbol[k]!;
    const wish = -wanted[i]!;
    const reference = prices[i]!;
    const limit = downFen[i]!;
    const traded = volume[volumeAt + i]!;
    const owned = held[i]!;
    const free = owned - lockedShares[i]!;
    let sold = wish;
    // One branch that is nearly never taken: a missing price is 0 and never above a limit, a missing volume never covers a wish.
    if (!(reference > limit && free >= wish && traded * participationCap >= wish)) {
      let why = 0;
      const cap = floorNear(traded * participationCap);
      if (!(reference > 0) || !(traded > 0)) why = rows.whyNoPrice(i);
      else if (reference <= limit) why = REASON.LIMIT_DOWN;
      if (why !== 0) sold = 0;
      else {
        if (sold > free) {
          sold = free;
          why = REASON.T1_LOCKED;
        }
        if (sold > cap) {
          sold = cap;
          why = REASON.PARTICIPATION;
        }
        // Only a whole position may leave as an odd lot.
        if (sold < owned) sold = rows.floorToLot(i, sold);
      }
      reason[k] = why;
      if (sold === 0) {
        filled[k] = 0;
        continue;
      }
    }
    const impact = impactRate(impactCoef, impactBase[i]!, sold);
    const price = sellPriceFen(reference, halfSpread + impact, limit);
    const amount = sold * price;
    const distance = (reference - price) * sold;
    filled[k] = sold;
    priceFen[k] = price;
    const cost = costFen[i]!;
    costFen[i] = sold === owned ? 0 : cost - Math.floor(cost * (sold / owned) + 0.5);
    held[i] = owned - sold;
    let value = precloseFen[i]!;
    if (value === 0) {
      value = reference;
      revaluedFen += sold * (reference - ledger.priceFen[i]!);
    }
    const worth = sold * value;
    fills++;
    worthFen += worth;
    worthSquares += worth * worth;
    tradedFen += amount;
    slippage += distance;
    impacts += impactPartFen(reference, sold, impact, distance);
  }
  addFills(trades, fills, worthFen, worthSquares, tradedFen, slippage, impacts);
  trades.soldFen = tradedFen;
  const cashFen = tradedFen - chargeFees(fees, tape, 0, buysFrom, true);
  // A held name is valued at its preclose (see applyCorporateActions), at its last price where the day has none.
  trades.equityChangeFen += cashFen - worthFen + revaluedFen;
  ledger.cashFen += cashFen;
}
