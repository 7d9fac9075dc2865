import { floorToLot } from '@/server/market/board-rules';
import type { DayTape } from './day-tape';
import { type Fees, feeRowOn, feesOf } from './fees';
import type { MarketRows } from './market-rows';
import { type PricedFill, priceFill, type Slippage } from './price-fill';
import type { ExecutionConfig, FeeRow, Ledger, OrderReason } from './types';

const FREE: FeeRow = { from: '', commissionE7: 0, minCommissionFen: 0, minimum: 'per-item', dutySellE7: 0, transferE7: 0, exchangeE7: 0, regulatoryE7: 0 };

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Trades of one day: sells first, then buys within cash including fees. Holds scratch memory for one run; the ledger and
 * the tape are changed in place. Orders are taken in symbol order, so a run is deterministic.
 */
export class DayExecutor {
  private readonly config: ExecutionConfig;
  private readonly fees: Fees = { commissionFen: 0, dutyFen: 0, transferFen: 0, otherFen: 0 };
  private readonly priced: PricedFill = { priceFen: 0, spreadFen: 0, impactFen: 0 };
  private readonly slip: Mutable<Slippage>;
  private feeRow: FeeRow = FREE;

  constructor(config: ExecutionConfig) {
    this.config = config;
    const on = config.friction === 'on';
    this.slip = { halfSpread: on ? config.halfSpreadBp / 10_000 : 0, impactCoef: on ? config.impactCoef : 0, sigma: 0, adv: 0 };
  }

  /** Shares bought earlier may be sold from now on: call once per new session, before `run`. */
  static releaseLocked(ledger: Ledger): void {
    ledger.lockedShares.fill(0);
  }

  /** Fill `wanted` (signed shares per symbol) on the loaded day. */
  run(ledger: Ledger, rows: MarketRows, wanted: Float64Array, tape: DayTape): void {
    tape.count = 0;
    this.feeRow = this.config.friction === 'on' ? feeRowOn(this.config.fees, rows.date) : FREE;
    for (let i = 0; i < wanted.length; i++) if (wanted[i]! < 0) this.sell(ledger, rows, i, -wanted[i]!, tape);
    const firstBuy = tape.count;
    let needFen = 0;
    for (let i = 0; i < wanted.length; i++) if (wanted[i]! > 0) needFen += this.admitBuy(rows, i, wanted[i]!, tape);
    const ratio = needFen > ledger.cashFen ? ledger.cashFen / needFen : 1;
    for (let k = firstBuy; k < tape.count; k++) if (tape.filled[k]! > 0) this.buy(ledger, rows, k, ratio, tape);
  }

  private sell(ledger: Ledger, rows: MarketRows, i: number, wanted: number, tape: DayTape): void {
    const k = tape.open(i, -1, wanted);
    const refused = this.refusal(rows, i, -1, tape, k);
    if (refused) {
      tape.cut(k, refused);
      return;
    }
    const available = ledger.shares[i]! - ledger.lockedShares[i]!;
    let shares = wanted;
    if (shares > available) {
      shares = available;
      tape.cut(k, 'T1_LOCKED');
    }
    const cap = Math.floor(rows.volume(i) * this.config.participationCap);
    if (shares > cap) {
      shares = cap;
      tape.cut(k, 'PARTICIPATION');
    }
    // Only a whole position may leave as an odd lot.
    if (shares < ledger.shares[i]!) {
      const legal = floorToLot(rows.rules[i]!, shares);
      if (legal === 0 && tape.reason[k] === 0) tape.cut(k, 'BELOW_LOT');
      shares = legal;
    }
    if (shares <= 0) return;
    this.price(rows, k, shares, tape);
    const held = ledger.shares[i]!;
    ledger.costFen[i]! -= shares === held ? ledger.costFen[i]! : Math.round(ledger.costFen[i]! * (shares / held));
    ledger.shares[i] = held - shares;
    ledger.cashFen += shares * tape.priceFen[k]! - tape.feesFen(k);
  }

  /** First look at a buy without cash: writes the shares the market allows into the tape and returns what they would cost. */
  private admitBuy(rows: MarketRows, i: number, wanted: number, tape: DayTape): number {
    const k = tape.open(i, 1, wanted);
    const refused = this.refusal(rows, i, 1, tape, k);
    if (refused) {
      tape.cut(k, refused);
      return 0;
    }
    let shares = wanted;
    const cap = Math.floor(rows.volume(i) * this.config.participationCap);
    if (shares > cap) {
      shares = floorToLot(rows.rules[i]!, cap);
      tape.cut(k, 'PARTICIPATION');
    }
    if (shares === 0) return 0;
    this.price(rows, k, shares, tape);
    return shares * tape.priceFen[k]! + tape.feesFen(k);
  }

  private buy(ledger: Ledger, rows: MarketRows, k: number, ratio: number, tape: DayTape): void {
    const i = tape.symbol[k]!;
    const rule = rows.rules[i]!;
    const admitted = tape.filled[k]!;
    let shares = ratio < 1 ? floorToLot(rule, Math.floor(admitted * ratio)) : admitted;
    while (shares > 0) {
      if (shares !== tape.filled[k]) this.price(rows, k, shares, tape);
      const costFen = shares * tape.priceFen[k]! + tape.feesFen(k);
      if (costFen <= ledger.cashFen) break;
      // Half a step further than the overrun, so that this ends after a few turns whatever the account.
      shares = floorToLot(rule, Math.min(shares - rule.stepShares, Math.floor((shares * ledger.cashFen) / costFen)));
    }
    if (shares < admitted) tape.cut(k, 'CASH');
    if (shares <= 0) {
      this.clear(k, tape);
      return;
    }
    const amountFen = shares * tape.priceFen[k]!;
    ledger.cashFen -= amountFen + tape.feesFen(k);
    ledger.shares[i]! += shares;
    if (rule.settlementSessions > 0) ledger.lockedShares[i]! += shares;
    ledger.costFen[i]! += amountFen;
    ledger.priceFen[i] = rows.precloseFen[i]! > 0 ? rows.precloseFen[i]! : tape.referenceFen[k]!;
  }

  private refusal(rows: MarketRows, i: number, side: 1 | -1, tape: DayTape, k: number): OrderReason | null {
    if (!rows.traded(i)) return 'SUSPENDED';
    const reference = this.config.fillAt === 'open' ? rows.openFen[i]! : this.config.fillAt === 'close' ? rows.closeFen[i]! : rows.vwapFen(i);
    if (!(reference > 0) || !(rows.volume(i) > 0)) return 'NO_PRICE';
    tape.referenceFen[k] = reference;
    const limits = rows.limits(i);
    const limit = limits === null ? Number.NaN : side === 1 ? limits.upFen : limits.downFen;
    tape.limitFen[k] = limit;
    if (side === 1 && reference >= limit) return 'LIMIT_UP';
    if (side === -1 && reference <= limit) return 'LIMIT_DOWN';
    return null;
  }

  private price(rows: MarketRows, k: number, shares: number, tape: DayTape): void {
    const i = tape.symbol[k]!;
    const side = tape.side[k] === 1 ? 1 : -1;
    const { slip, priced, fees } = this;
    slip.sigma = rows.sigma(i);
    slip.adv = rows.adv(i);
    priceFill(side, tape.referenceFen[k]!, shares, slip, tape.limitFen[k]!, priced);
    feesOf(this.feeRow, side === 1 ? 'buy' : 'sell', shares * priced.priceFen, fees);
    tape.filled[k] = shares;
    tape.priceFen[k] = priced.priceFen;
    tape.spreadFen[k] = priced.spreadFen;
    tape.impactFen[k] = priced.impactFen;
    tape.commissionFen[k] = fees.commissionFen;
    tape.dutyFen[k] = fees.dutyFen;
    tape.transferFen[k] = fees.transferFen;
    tape.otherFen[k] = fees.otherFen;
    tape.participation[k] = shares / rows.volume(i);
  }

  private clear(k: number, tape: DayTape): void {
    tape.filled[k] = 0;
    for (const column of [tape.commissionFen, tape.dutyFen, tape.transferFen, tape.otherFen, tape.spreadFen, tape.impactFen]) column[k] = 0;
  }
}
