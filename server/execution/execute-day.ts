import type { DayTape } from './day-tape';
import { chargeFees, feeRowOn } from './fees';
import type { MarketRows } from './market-rows';
import { priceFill } from './price-fill';
import { type ExecutionConfig, type FeeRow, type Ledger, REASON } from './types';

const FREE: FeeRow = { from: '', commissionE7: 0, minCommissionFen: 0, minimum: 'per-item', dutySellE7: 0, transferE7: 0, exchangeE7: 0, regulatoryE7: 0 };

/**
 * Trades of one day: sells first, then buys within cash including fees. The ledger and the tape are changed in place. Orders are
 * taken in symbol order, so a run is deterministic. Works in passes over the columns of the tape (admit, price, settle):
 * integers and columns cross the calls, no boxed numbers, which is what makes 300 names a day cost microseconds.
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
    for (let i = 0; i < wanted.length; i++) if (wanted[i]! < 0) this.admitSell(ledger, rows, i, 0 - wanted[i]!, tape);
    this.price(rows, tape, 0, feeRow);
    settleSells(ledger, tape);
    const firstBuy = tape.count;
    for (let i = 0; i < wanted.length; i++) if (wanted[i]! > 0) this.admitBuy(rows, i, wanted[i]!, tape);
    this.price(rows, tape, firstBuy, feeRow);
    let needFen = 0;
    for (let k = firstBuy; k < tape.count; k++) if (tape.filled[k]! > 0) needFen += tape.filled[k]! * tape.priceFen[k]! + tape.feesFen[k]!;
    if (needFen > ledger.cashFen) this.fitIntoCash(ledger, rows, tape, firstBuy, needFen, feeRow);
    settleBuys(ledger, rows, tape, firstBuy);
  }

  /** A row for the sale with the shares the market and T+1 allow. */
  private admitSell(ledger: Ledger, rows: MarketRows, i: number, wanted: number, tape: DayTape): void {
    const k = tape.open(i, -1, wanted);
    if (this.refused(rows, i, -1, tape, k)) return;
    const held = ledger.shares[i]!;
    let shares = wanted;
    if (shares > held - ledger.lockedShares[i]!) {
      shares = held - ledger.lockedShares[i]!;
      tape.cut(k, REASON.T1_LOCKED);
    }
    const cap = Math.floor(tape.volume[k]! * this.config.participationCap);
    if (shares > cap) {
      shares = cap;
      tape.cut(k, REASON.PARTICIPATION);
    }
    // Only a whole position may leave as an odd lot.
    if (shares < held) shares = rows.floorToLot(i, shares);
    if (shares === 0 && tape.reason[k] === 0) tape.cut(k, REASON.BELOW_LOT);
    tape.filled[k] = shares;
  }

  /** A row for the buy with the shares the market allows; cash comes later. */
  private admitBuy(rows: MarketRows, i: number, wanted: number, tape: DayTape): void {
    const k = tape.open(i, 1, wanted);
    if (this.refused(rows, i, 1, tape, k)) return;
    const cap = Math.floor(tape.volume[k]! * this.config.participationCap);
    if (wanted > cap) tape.cut(k, REASON.PARTICIPATION);
    tape.filled[k] = wanted > cap ? rows.floorToLot(i, cap) : wanted;
  }

  /** Writes reference and limit into row `k`; true (and the reason) when nothing can trade. */
  private refused(rows: MarketRows, i: number, side: 1 | -1, tape: DayTape, k: number): boolean {
    const { fillAt } = this.config;
    if (!rows.traded(i)) {
      tape.cut(k, REASON.SUSPENDED);
      return true;
    }
    const reference = fillAt === 'open' ? rows.openFen(i) : fillAt === 'close' ? rows.closeFen(i) : rows.vwapFen(i);
    const volume = rows.volume(i);
    if (!(reference > 0) || !(volume > 0)) {
      tape.cut(k, REASON.NO_PRICE);
      return true;
    }
    const limit = rows.limitFen(i, side);
    tape.referenceFen[k] = reference;
    tape.volume[k] = volume;
    tape.limitFen[k] = limit;
    if (side === 1 ? reference >= limit : reference <= limit) {
      tape.cut(k, side === 1 ? REASON.LIMIT_UP : REASON.LIMIT_DOWN);
      return true;
    }
    return false;
  }

  /** Price and fees of the rows from `from` on that have shares. */
  private price(rows: MarketRows, tape: DayTape, from: number, feeRow: FeeRow): void {
    for (let k = from; k < tape.count; k++) {
      if (tape.filled[k] === 0) continue;
      const i = tape.symbol[k]!;
      priceFill(tape, k, this.halfSpread, this.impactCoef, rows.impactBase(i));
    }
    for (let k = from; k < tape.count; k++) if (tape.filled[k] !== 0) chargeFees(feeRow, tape, k);
  }

  /** All buys alike are cut to what cash allows; then, in order, each to what is left. */
  private fitIntoCash(ledger: Ledger, rows: MarketRows, tape: DayTape, from: number, needFen: number, feeRow: FeeRow): void {
    const ratio = Math.max(0, ledger.cashFen / needFen);
    const admitted = tape.filled.slice(from, tape.count);
    for (let k = from; k < tape.count; k++) tape.filled[k] = rows.floorToLot(tape.symbol[k]!, Math.floor(tape.filled[k]! * ratio));
    this.price(rows, tape, from, feeRow);
    let leftFen = ledger.cashFen;
    for (let k = from; k < tape.count; k++) {
      const i = tape.symbol[k]!;
      for (let costFen = costOf(tape, k); costFen > leftFen; costFen = costOf(tape, k)) {
        // At least one step less, and as much less as the overrun asks: ends after a few turns whatever the account.
        tape.filled[k] = rows.floorToLot(i, Math.max(0, Math.min(tape.filled[k]! - rows.lotStep(i), Math.floor((tape.filled[k]! * leftFen) / costFen))));
        if (tape.filled[k] !== 0) {
          priceFill(tape, k, this.halfSpread, this.impactCoef, rows.impactBase(i));
          chargeFees(feeRow, tape, k);
        }
      }
      leftFen -= costOf(tape, k);
      if (tape.filled[k]! < admitted[k - from]!) tape.cut(k, REASON.CASH);
    }
  }
}

/** Cash a buy takes, fees included; 0 for a row without shares. */
function costOf(tape: DayTape, k: number): number {
  return tape.filled[k] === 0 ? 0 : tape.filled[k]! * tape.priceFen[k]! + tape.feesFen[k]!;
}

function settleSells(ledger: Ledger, tape: DayTape): void {
  for (let k = 0; k < tape.count; k++) {
    const shares = tape.filled[k]!;
    if (shares === 0) continue;
    const i = tape.symbol[k]!;
    const held = ledger.shares[i]!;
    ledger.costFen[i]! -= shares === held ? ledger.costFen[i]! : Math.round(ledger.costFen[i]! * (shares / held));
    ledger.shares[i] = held - shares;
    ledger.cashFen += shares * tape.priceFen[k]! - tape.feesFen[k]!;
  }
}

function settleBuys(ledger: Ledger, rows: MarketRows, tape: DayTape, from: number): void {
  for (let k = from; k < tape.count; k++) {
    const shares = tape.filled[k]!;
    if (shares === 0) continue;
    const i = tape.symbol[k]!;
    const amountFen = shares * tape.priceFen[k]!;
    ledger.cashFen -= amountFen + tape.feesFen[k]!;
    ledger.shares[i]! += shares;
    if (rows.settlement[i]! > 0) ledger.lockedShares[i]! += shares;
    ledger.costFen[i]! += amountFen;
    ledger.priceFen[i] = rows.precloseFen[i]! > 0 ? rows.precloseFen[i]! : tape.referenceFen[k]!;
  }
}
