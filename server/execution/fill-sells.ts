import type { DayTape, OrderList } from './day-tape';
import { addFills } from './day-trades';
import { chargeFees } from './fees';
import type { MarketRows } from './market-rows';
import { floorNear } from './money';
import { impactPartFen, impactRate, sellPriceFen } from './price-fill';
import { type FillTerms, type Ledger, REASON } from './types';

/** Sells of the day: shares leave, cash comes; the average cost leaves in proportion. */
export function fillSells(ledger: Ledger, rows: MarketRows, tape: DayTape, terms: FillTerms): void {
  const { sells, cutSells, trades } = tape;
  settleSells(ledger, rows, tape, terms, sells, false);
  for (let c = 0; c < cutSells.count; c++) cutSell(ledger, rows, tape, terms, cutSells.symbols[c]!);
  settleSells(ledger, rows, tape, terms, cutSells, true);
  trades.soldFen = trades.tradedFen;
  const cashFen = trades.soldFen - chargeFees(terms.fees, tape, sells, true);
  trades.equityChangeFen += cashFen;
  ledger.cashFen += cashFen;
}

/**
 * Price and settle the sells of a list. Not yet `admitted`: those that nothing can cut; the others, a few a day, are left in
 * `tape.cutSells`. The loop calls nothing that is not inlined and keeps its sums in locals: with 300 orders a day it is what a run costs.
 */
function settleSells(ledger: Ledger, rows: MarketRows, tape: DayTape, terms: FillTerms, list: OrderList, admitted: boolean): void {
  const { shares: held, lockedShares, costFen, priceFen: valued } = ledger;
  const { precloseFen, downFen, impactBase, volume } = rows.today;
  const prices = rows.fillPrices(terms.fillAt);
  const { wanted, filled, priceFen, cutSells } = tape;
  const { halfSpread, impactCoef, participationCap } = terms;
  const { symbols, count } = list;
  const known = admitted === true;
  const cut = cutSells.symbols;
  let cuts = 0, fills = 0;
  // −0, so that the engine keeps the sums as float64 (ADR 7).
  let worthFen = -0, worthSquares = -0, tradedFen = -0, slippage = -0, impacts = -0, revaluedFen = -0;
  for (let k = 0; k < count; k++) {
    const i = symbols[k]!;
    const reference = prices[i]!;
    const limit = downFen[i]!;
    const owned = held[i]!;
    let sold = -wanted[i]!;
    if (known) {
      sold = filled[i]!;
      if (sold === 0) continue;
    } else {
      // A missing price is 0 and never above a limit; a missing volume (NaN) never covers a wish.
      if (!(reference > limit && volume[i]! * participationCap >= sold && owned - lockedShares[i]! >= sold)) {
        cut[cuts] = i;
        cuts++;
        continue;
      }
      filled[i] = sold;
    }
    const impact = impactRate(impactCoef, impactBase[i]!, sold);
    const price = sellPriceFen(reference, halfSpread + impact, limit);
    const amount = sold * price;
    const distance = sold * reference - amount;
    priceFen[i] = price;
    const cost = costFen[i]!;
    costFen[i] = sold === owned ? 0 : cost - Math.floor(cost * (sold / owned) + 0.5);
    held[i] = owned - sold;
    // A held name is valued at its preclose (see applyCorporateActions), at its last price where the day has none.
    let value = precloseFen[i]!;
    if (value === 0) {
      value = reference;
      revaluedFen += sold * (reference - valued[i]!);
    }
    const worth = sold * value;
    fills++;
    worthFen += worth;
    worthSquares += worth * worth;
    tradedFen += amount;
    slippage += distance;
    impacts += impactPartFen(reference, sold, impact, distance);
  }
  if (!admitted) cutSells.count = cuts;
  addFills(tape.trades, fills, worthFen, worthSquares, tradedFen, slippage, impacts);
  tape.trades.equityChangeFen += revaluedFen - worthFen;
}

/** Cut one sell to what the market (suspension, limit-down, participation) and T+1 allow. */
function cutSell(ledger: Ledger, rows: MarketRows, tape: DayTape, terms: FillTerms, i: number): void {
  const reference = rows.fillPrices(terms.fillAt)[i]!;
  const traded = rows.today.volume[i]!;
  const owned = ledger.shares[i]!;
  const free = owned - ledger.lockedShares[i]!;
  const cap = floorNear(traded * terms.participationCap);
  let sold = -tape.wanted[i]!;
  let why = 0;
  if (!(reference > 0) || !(traded > 0)) why = rows.whyNoPrice(i);
  else if (reference <= rows.today.downFen[i]!) why = REASON.LIMIT_DOWN;
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
  tape.filled[i] = sold;
  tape.reason[i] = why;
}
