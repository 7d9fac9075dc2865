import type { DayTape } from './day-tape';
import { buyFeesFen } from './fees';
import type { MarketRows } from './market-rows';
import { buyPriceFen, impactRate } from './price-fill';
import type { FillTerms } from './types';

/**
 * Cut the buys of the day in `tape.filled` to what `cashFen` pays for, fees included, where whole they would need `needFen`: all alike to
 * what cash allows; then, in order, each to what is left.
 */
export function fitIntoCash(rows: MarketRows, { buys, filled }: DayTape, terms: FillTerms, cashFen: number, needFen: number): void {
  const ratio = Math.max(0, cashFen / needFen);
  const prices = rows.fillPrices(terms.fillAt);
  let leftFen = cashFen;
  for (let k = 0; k < buys.count; k++) {
    const i = buys.symbols[k]!;
    const costOf = (shares: number): number => {
      if (shares === 0) return 0;
      const amount = shares * buyPriceFen(prices[i]!, terms.halfSpread + impactRate(terms.impactCoef, rows.today.impactBase[i]!, shares), rows.today.upFen[i]!);
      return amount + buyFeesFen(terms.fees, amount);
    };
    let shares = rows.floorToLot(i, Math.floor(filled[i]! * ratio));
    let cost = costOf(shares);
    while (shares > 0 && cost > leftFen) {
      // At least one step less, and as much less as the overrun asks: ends after a few turns whatever the account.
      shares = rows.floorToLot(i, Math.max(0, Math.min(shares - rows.lotStep(i), Math.floor((shares * leftFen) / cost))));
      cost = costOf(shares);
    }
    leftFen -= cost;
    filled[i] = shares;
  }
}
