import { type DayTrades, noTrades } from './day-trades';
import { commissionFen, dutyFen, NO_FEES, otherFen, transferFen } from './fees';
import type { MarketRows } from './market-rows';
import { impactPartFen, impactRate } from './price-fill';
import { type FillRecord, type FillTerms, ORDER_REASONS, type OrderRecord } from './types';

const NOTHING = noTrades();
const NO_WISHES = new Int32Array(0);
const NO_TERMS: FillTerms = { fillAt: 'open', participationCap: 1, halfSpread: 0, impactCoef: 0, fees: NO_FEES };

/**
 * Orders and fills of one day in columns, sells before buys; at most one order per symbol. Reused from day to day. Kept per fill is what
 * happened (shares, price); what follows from it (fees, impact) is worked out again, by the same functions, when somebody reads a record.
 */
export class DayTape {
  count = 0;
  /** Rows before this one are sells, the rest buys. */
  buysFrom = 0;
  /** Sums over the fills. */
  readonly trades: DayTrades = noTrades();
  readonly symbol: Int32Array;
  /** Shares, without sign. */
  readonly filled: Int32Array;
  /** 0 = none, else 1 + index into ORDER_REASONS. */
  readonly reason: Uint8Array;
  /** Holds only where `filled` > 0. */
  readonly priceFen: Float64Array;
  /** Of a buy: the valuation price of the name before it. */
  readonly valuedBefore: Float64Array;
  /** Signed shares per symbol, as the caller wished them; its memory. */
  private wanted: Int32Array = NO_WISHES;
  private readonly buys: Int32Array;
  private rows: MarketRows | null = null;
  private terms: FillTerms = NO_TERMS;

  constructor(capacity: number) {
    // One more: orders are collected by writing first and counting after.
    this.symbol = new Int32Array(capacity + 1);
    this.buys = new Int32Array(capacity + 1);
    this.filled = new Int32Array(capacity);
    this.reason = new Uint8Array(capacity);
    this.priceFen = new Float64Array(capacity);
    this.valuedBefore = new Float64Array(capacity);
  }

  /** An empty tape; for a day without orders nothing more is needed. */
  clear(): void {
    this.count = 0;
    this.buysFrom = 0;
    Object.assign(this.trades, NOTHING);
  }

  /**
   * A row for every wish, in symbol order, sells before buys. Which side a name has is noise to the branch predictor: the rows are
   * collected without a branch.
   */
  begin(rows: MarketRows, terms: FillTerms, wanted: Int32Array): void {
    this.clear();
    this.rows = rows;
    this.terms = terms;
    this.wanted = wanted;
    this.reason.fill(0);
    const { symbol, buys } = this;
    let sells = 0;
    let bought = 0;
    for (let i = 0; i < wanted.length; i++) {
      const wish = wanted[i]!;
      symbol[sells] = i;
      buys[bought] = i;
      // The sign bits: 1 when the wish is of this side.
      sells += wish >>> 31;
      bought += -wish >>> 31;
    }
    symbol.set(buys.subarray(0, bought), sells);
    this.buysFrom = sells;
    this.count = sells + bought;
  }

  records(symbols: readonly string[]): OrderRecord[] {
    return Array.from({ length: this.count }, (_, k) => this.record(k, symbols));
  }

  private record(k: number, symbols: readonly string[]): OrderRecord {
    const i = this.symbol[k]!;
    const filled = this.filled[k]!;
    const wanted = Math.abs(this.wanted[i]!);
    const reference = this.rows!.tradedPrice(this.terms.fillAt, i);
    return {
      symbol: symbols[i]!,
      side: k < this.buysFrom ? 'sell' : 'buy',
      wantedShares: wanted,
      filledShares: filled,
      status: filled === 0 ? 'rejected' : filled < wanted ? 'partial' : 'filled',
      reason: ORDER_REASONS[this.reason[k]! - 1] ?? null,
      referenceFen: reference,
      fill: filled === 0 ? null : this.fill(k, i, filled, reference!),
    };
  }

  private fill(k: number, i: number, filled: number, reference: number): FillRecord {
    const { fees, impactCoef } = this.terms;
    const rows = this.rows!;
    const sells = k < this.buysFrom;
    const priceFen = this.priceFen[k]!;
    const amountFen = filled * priceFen;
    const slippageFen = (sells ? reference - priceFen : priceFen - reference) * filled;
    const impactFen = impactPartFen(reference, filled, impactRate(impactCoef, rows.impactBase[i]!, filled), slippageFen);
    const other = otherFen(fees, amountFen);
    const items = { commissionFen: commissionFen(fees, amountFen, other), dutyFen: sells ? dutyFen(fees, amountFen) : 0, transferFen: transferFen(fees, amountFen), otherFen: other };
    const feesFen = items.commissionFen + items.dutyFen + items.transferFen + items.otherFen;
    return {
      priceFen,
      amountFen,
      ...items,
      spreadFen: slippageFen - impactFen,
      impactFen,
      cashFen: (sells ? amountFen : -amountFen) - feesFen,
      participation: filled / rows.volume[rows.volumeAt + i]!,
    };
  }
}
