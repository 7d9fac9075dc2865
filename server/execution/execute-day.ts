import { admitOrders } from './admit-orders';
import type { DayTape } from './day-tape';
import { chargeFees, feeRowOn } from './fees';
import type { MarketRows } from './market-rows';
import { priceFills } from './price-fill';
import { settleBuys, settleSells } from './settle-trades';
import { type ExecutionConfig, type FeeRow, type Ledger, REASON } from './types';

const FREE: FeeRow = { from: '', commissionE7: 0, minCommissionFen: 0, minimum: 'per-item', dutySellE7: 0, transferE7: 0, exchangeE7: 0, regulatoryE7: 0 };

/**
 * Trades of one day: sells first, then buys within cash including fees. The ledger and the tape are changed in place. Orders are
 * taken in symbol order, so a run is deterministic. Works in passes over the columns of the tape: admit, price, charge, settle.
 */
export class DayExecutor {
  private readonly config: ExecutionConfig;
  private readonly halfSpread: number;
  private readonly impactCoef: number;

  constructor(config: ExecutionConfig) {
    const on = config.friction === 'on';
    this.config = config;
    this.halfSpread = on ? config.halfSpreadBp / 10_000 : 0;
    this.impactCoef = on ? config.impactCoef : 0;
  }

  /** Shares bought earlier may be sold from now on: call once per new session, before `run`. */
  static releaseLocked(ledger: Ledger): void {
    ledger.lockedShares.fill(0);
  }

  /** Fill `wanted` (signed shares per symbol) on the loaded day. */
  run(ledger: Ledger, rows: MarketRows, wanted: Int32Array, tape: DayTape): void {
    const feeRow = this.config.friction === 'on' ? feeRowOn(this.config.fees, rows.date) : FREE;
    tape.count = 0;
    admitOrders(ledger, rows, wanted, tape, -1, this.config);
    this.price(rows, tape, 0, tape.count, feeRow);
    settleSells(ledger, tape);
    const firstBuy = tape.count;
    admitOrders(ledger, rows, wanted, tape, 1, this.config);
    this.price(rows, tape, firstBuy, tape.count, feeRow);
    const needFen = costOf(tape, firstBuy, tape.count);
    if (needFen > ledger.cashFen) this.fitIntoCash(ledger, rows, tape, firstBuy, needFen, feeRow);
    settleBuys(ledger, rows, tape, firstBuy);
  }

  private price(rows: MarketRows, tape: DayTape, from: number, to: number, feeRow: FeeRow): void {
    priceFills(tape, from, to, this.halfSpread, this.impactCoef, rows);
    chargeFees(feeRow, tape, from, to);
  }

  /** All buys alike are cut to what cash allows; then, in order, each to what is left. */
  private fitIntoCash(ledger: Ledger, rows: MarketRows, tape: DayTape, from: number, needFen: number, feeRow: FeeRow): void {
    const ratio = Math.max(0, ledger.cashFen / needFen);
    const admitted = tape.filled.slice(from, tape.count);
    for (let k = from; k < tape.count; k++) tape.filled[k] = rows.floorToLot(tape.symbol[k]!, Math.floor(tape.filled[k]! * ratio));
    this.price(rows, tape, from, tape.count, feeRow);
    let leftFen = ledger.cashFen;
    for (let k = from; k < tape.count; k++) {
      const i = tape.symbol[k]!;
      for (let costFen = costOf(tape, k, k + 1); costFen > leftFen; costFen = costOf(tape, k, k + 1)) {
        // At least one step less, and as much less as the overrun asks: ends after a few turns whatever the account.
        tape.filled[k] = rows.floorToLot(i, Math.max(0, Math.min(tape.filled[k]! - rows.lotStep(i), Math.floor((tape.filled[k]! * leftFen) / costFen))));
        this.price(rows, tape, k, k + 1, feeRow);
      }
      leftFen -= costOf(tape, k, k + 1);
      if (tape.filled[k]! < admitted[k - from]!) tape.cut(k, REASON.CASH);
    }
  }
}

/** Cash that the buys in rows [from, to) take, fees included; rows without shares take none. */
function costOf(tape: DayTape, from: number, to: number): number {
  const { filled, priceFen, feesFen } = tape;
  let total = 0;
  for (let k = from; k < to; k++) if (filled[k]! > 0) total += filled[k]! * priceFen[k]! + feesFen[k]!;
  return total;
}
