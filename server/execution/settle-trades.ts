import type { DayTape } from './day-tape';
import type { MarketRows } from './market-rows';
import type { Ledger } from './types';

/** Shares leave, cash comes; the average cost leaves in proportion. */
export function settleSells(ledger: Ledger, tape: DayTape): void {
  const { shares, costFen } = ledger;
  const { filled, symbol, priceFen, feesFen, count } = tape;
  let { cashFen } = ledger;
  for (let k = 0; k < count; k++) {
    const sold = filled[k]!;
    if (sold === 0) continue;
    const i = symbol[k]!;
    const held = shares[i]!;
    const cost = costFen[i]!;
    costFen[i] = sold === held ? 0 : cost - Math.round(cost * (sold / held));
    shares[i] = held - sold;
    cashFen += sold * priceFen[k]! - feesFen[k]!;
  }
  ledger.cashFen = cashFen;
}

/** Shares come, locked where the board settles later, and are valued at the preclose until the close is known. */
export function settleBuys(ledger: Ledger, rows: MarketRows, tape: DayTape, from: number): void {
  const { shares, lockedShares, costFen, priceFen: valued } = ledger;
  const { settlement, precloseFen } = rows;
  const { filled, symbol, priceFen, feesFen, referenceFen, count } = tape;
  let { cashFen } = ledger;
  for (let k = from; k < count; k++) {
    const bought = filled[k]!;
    if (bought === 0) continue;
    const i = symbol[k]!;
    const amountFen = bought * priceFen[k]!;
    cashFen -= amountFen + feesFen[k]!;
    shares[i]! += bought;
    if (settlement[i]! > 0) lockedShares[i]! += bought;
    costFen[i]! += amountFen;
    valued[i] = precloseFen[i]! > 0 ? precloseFen[i]! : referenceFen[k]!;
  }
  ledger.cashFen = cashFen;
}
