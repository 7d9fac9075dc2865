import { addFills } from './day-trades';
import type { DayTape } from './day-tape';
import { chargeFees } from './fees';
import type { MarketRows } from './market-rows';
import { floorNear } from './money';
import { buyPriceFen, impactPartFen, impactRate } from './price-fill';
import { type FillTerms, type Ledger, REASON } from './types';

/**
 * Buys of the day: rows [tape.buysFrom, tape.count) of the tape, in symbol order, in one pass as the sells. Cash may fall below zero: the
 * caller then takes them back and fits them into cash. Shares come, locked where the board settles later, and are valued at the
 * preclose until the close is known.
 */
export function fillBuys(ledger: Ledger, rows: MarketRows, wanted: Int32Array, tape: DayTape, terms: FillTerms): void {
  const { shares: held, lockedShares, costFen, priceFen: valued } = ledger;
  const { precloseFen, upFen, impactBase, settlesLater } = rows;
  const prices = rows.fillPrices(terms.fillAt);
  const { volume, volumeAt } = rows;
  const { symbol, filled, reason, priceFen, valuedBefore, trades, buysFrom, count } = tape;
  const { fees, halfSpread, impactCoef, participationCap } = terms;
  let fills = 0, worthFen = 0, worthSquares = 0, tradedFen = 0, slippage = 0, impacts = 0, revaluedFen = 0;
  for (let k = buysFrom; k < count; k++) {
    const i = symbol[k]!;
    const wish = wanted[i]!;
    const reference = prices[i]!;
    const limit = upFen[i]!;
    const traded = volume[volumeAt + i]!;
    let bought = wish;
    if (!(reference > 0 && reference < limit && traded * participationCap >= wish && wish > 0)) {
      let why = 0;
      const cap = floorNear(traded * participationCap);
      if (!(reference > 0) || !(traded > 0)) why = rows.whyNoPrice(i);
      else if (reference >= limit) why = REASON.LIMIT_UP;
      if (why !== 0) bought = 0;
      else if (cap < wish) {
        bought = rows.floorToLot(i, cap);
        why = REASON.PARTICIPATION;
      }
      reason[k] = why;
      if (bought === 0) {
        filled[k] = 0;
        continue;
      }
    }
    const impact = impactRate(impactCoef, impactBase[i]!, bought);
    const price = buyPriceFen(reference, halfSpread + impact, limit);
    const amount = bought * price;
    const distance = (price - reference) * bought;
    filled[k] = bought;
    priceFen[k] = price;
    const owned = held[i]!;
    let value = precloseFen[i]!;
    valuedBefore[k] = value;
    if (value === 0) {
      value = reference;
      valuedBefore[k] = valued[i]!;
      revaluedFen += owned * (reference - valued[i]!);
    }
    held[i] = owned + bought;
    lockedShares[i]! += bought * settlesLater[i]!;
    costFen[i]! += amount;
    valued[i] = value;
    const worth = bought * value;
    fills++;
    worthFen += worth;
    worthSquares += worth * worth;
    tradedFen += amount;
    slippage += distance;
    impacts += impactPartFen(reference, bought, impact, distance);
  }
  addFills(trades, fills, worthFen, worthSquares, tradedFen, slippage, impacts);
  const cashFen = tradedFen + chargeFees(fees, tape, buysFrom, count, false);
  trades.equityChangeFen += worthFen + revaluedFen - cashFen;
  ledger.cashFen -= cashFen;
}

/** Undo the buys in rows [tape.buysFrom, tape.count): shares and cost leave, the valuation from before comes back. All integers, so nothing remains. */
export function takeBackBuys(ledger: Ledger, rows: MarketRows, tape: DayTape): void {
  for (let k = tape.count - 1; k >= tape.buysFrom; k--) {
    const bought = tape.filled[k]!;
    if (bought === 0) continue;
    const i = tape.symbol[k]!;
    ledger.shares[i]! -= bought;
    ledger.lockedShares[i]! -= bought * rows.settlesLater[i]!;
    ledger.costFen[i]! -= bought * tape.priceFen[k]!;
    ledger.priceFen[i] = tape.valuedBefore[k]!;
  }
}
