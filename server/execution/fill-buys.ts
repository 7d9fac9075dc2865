import type { DayTape, OrderList } from './day-tape';
import { addFills } from './day-trades';
import { chargeFees } from './fees';
import type { MarketRows } from './market-rows';
import { floorNear } from './money';
import { buyPriceFen, impactPartFen, impactRate } from './price-fill';
import { type FillTerms, type Ledger, REASON } from './types';

/** Buys of the day. Cash may fall below zero: the caller then takes them back and fits them into cash. */
export function fillBuys(ledger: Ledger, rows: MarketRows, tape: DayTape, terms: FillTerms): void {
  const { cutBuys } = tape;
  const before = tape.trades.tradedFen;
  settleBuys(ledger, rows, tape, terms, tape.buys, false);
  for (let c = 0; c < cutBuys.count; c++) cutBuy(rows, tape, terms, cutBuys.symbols[c]!);
  settleBuys(ledger, rows, tape, terms, cutBuys, true);
  payBuys(ledger, tape, terms, before);
}

/** All buys of the day as `tape.filled` has them already. */
export function fillAdmittedBuys(ledger: Ledger, rows: MarketRows, tape: DayTape, terms: FillTerms): void {
  const before = tape.trades.tradedFen;
  settleBuys(ledger, rows, tape, terms, tape.buys, true);
  payBuys(ledger, tape, terms, before);
}

function payBuys(ledger: Ledger, tape: DayTape, terms: FillTerms, tradedBefore: number): void {
  const cashFen = tape.trades.tradedFen - tradedBefore + chargeFees(terms.fees, tape, tape.buys, false);
  tape.trades.equityChangeFen -= cashFen;
  ledger.cashFen -= cashFen;
}

/**
 * Price and settle the buys of a list, as settleSells does. Shares come, locked where the board settles later, and are valued at the
 * preclose until the close is known.
 */
function settleBuys(ledger: Ledger, rows: MarketRows, tape: DayTape, terms: FillTerms, list: OrderList, admitted: boolean): void {
  const { shares: held, lockedShares, costFen, priceFen: valued } = ledger;
  const { precloseFen, upFen, impactBase, volume, board } = rows.today;
  const { settlesLater } = board;
  const prices = rows.fillPrices(terms.fillAt);
  const { wanted, filled, priceFen, valuedBefore, cutBuys } = tape;
  const { halfSpread, impactCoef, participationCap } = terms;
  const { symbols, count } = list;
  const known = admitted === true;
  const cut = cutBuys.symbols;
  let cuts = 0, fills = 0;
  // −0, so that the engine keeps the sums as float64 (ADR 7).
  let worthFen = -0, worthSquares = -0, tradedFen = -0, slippage = -0, impacts = -0, revaluedFen = -0;
  for (let k = 0; k < count; k++) {
    const i = symbols[k]!;
    const reference = prices[i]!;
    const limit = upFen[i]!;
    let bought = wanted[i]!;
    if (known) {
      bought = filled[i]!;
      if (bought === 0) continue;
    } else {
      if (!(reference > 0 && reference < limit && volume[i]! * participationCap >= bought)) {
        cut[cuts] = i;
        cuts++;
        continue;
      }
      filled[i] = bought;
    }
    const impact = impactRate(impactCoef, impactBase[i]!, bought);
    const price = buyPriceFen(reference, halfSpread + impact, limit);
    const amount = bought * price;
    const distance = amount - bought * reference;
    priceFen[i] = price;
    const owned = held[i]!;
    let value = precloseFen[i]!;
    valuedBefore[i] = value;
    if (value === 0) {
      value = reference;
      valuedBefore[i] = valued[i]!;
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
  if (!admitted) cutBuys.count = cuts;
  addFills(tape.trades, fills, worthFen, worthSquares, tradedFen, slippage, impacts);
  tape.trades.equityChangeFen += worthFen + revaluedFen;
}

/** Cut one buy to what the market (suspension, limit-up, participation) allows. */
function cutBuy(rows: MarketRows, tape: DayTape, terms: FillTerms, i: number): void {
  const reference = rows.fillPrices(terms.fillAt)[i]!;
  const traded = rows.today.volume[i]!;
  const cap = floorNear(traded * terms.participationCap);
  let bought = tape.wanted[i]!;
  let why = 0;
  if (!(reference > 0) || !(traded > 0)) why = rows.whyNoPrice(i);
  else if (reference >= rows.today.upFen[i]!) why = REASON.LIMIT_UP;
  if (why !== 0) bought = 0;
  else if (cap < bought) {
    bought = rows.floorToLot(i, cap);
    why = REASON.PARTICIPATION;
  }
  tape.filled[i] = bought;
  tape.reason[i] = why;
}

/** Undo the buys of the day: shares and cost leave, the valuation from before comes back. All integers, so nothing remains. */
export function takeBackBuys(ledger: Ledger, rows: MarketRows, { buys, filled, priceFen, valuedBefore }: DayTape): void {
  const { settlesLater } = rows.today.board;
  for (let k = 0; k < buys.count; k++) {
    const i = buys.symbols[k]!;
    const bought = filled[i]!;
    if (bought === 0) continue;
    ledger.shares[i]! -= bought;
    ledger.lockedShares[i]! -= bought * settlesLater[i]!;
    ledger.costFen[i]! -= bought * priceFen[i]!;
    ledger.priceFen[i] = valuedBefore[i]!;
  }
}
