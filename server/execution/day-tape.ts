import { type DayTrades, noTrades } from './day-trades';
import { commissionFen, dutyFen, NO_FEES, otherFen, transferFen } from './fees';
import type { MarketRows } from './market-rows';
import { impactPartFen, impactRate } from './price-fill';
import { type FillRecord, type FillTerms, ORDER_REASONS, type OrderRecord, type Side } from './types';

const NOTHING = noTrades();
const NO_TERMS: FillTerms = { fillAt: 'open', participationCap: 1, halfSpread: 0, impactCoef: 0, fees: NO_FEES };

/** Symbols in order, the first `count` of them. */
export interface OrderList {
  readonly symbols: Int32Array;
  count: number;
}

/**
 * Orders and fills of one day in columns over the symbols; at most one order per symbol. Reused from day to day. Kept per fill is what
 * happened (shares, price); what follows from it (fees, impact) is worked out again, by the same functions, when somebody reads a record.
 * Shares and prices are whole numbers in float64: as int32 every product of them would be guarded against overflow.
 */
export class DayTape {
  readonly sells: OrderList;
  readonly buys: OrderList;
  /** Orders that the market, T+1 or cash may have cut: only they can have a reason. */
  readonly cutSells: OrderList;
  readonly cutBuys: OrderList;
  /** Sums over the fills. */
  readonly trades: DayTrades = noTrades();
  /** Signed shares per symbol, as wished; holds where the symbol is in a list. */
  readonly wanted: Float64Array;
  /** Shares, without sign; holds where the symbol is in a list. */
  readonly filled: Float64Array;
  /** 0 = none, else 1 + index into ORDER_REASONS. */
  readonly reason: Uint8Array;
  /** Holds only where `filled` > 0. */
  readonly priceFen: Float64Array;
  /** Of a buy: the valuation price of the name before it. */
  readonly valuedBefore: Float64Array;
  private rows: MarketRows | null = null;
  private terms: FillTerms = NO_TERMS;

  constructor(count: number) {
    // One more: orders are collected by writing first and counting after.
    const list = (): OrderList => ({ symbols: new Int32Array(count + 1), count: 0 });
    this.sells = list();
    this.buys = list();
    this.cutSells = list();
    this.cutBuys = list();
    this.wanted = new Float64Array(count);
    this.filled = new Float64Array(count);
    this.reason = new Uint8Array(count);
    this.priceFen = new Float64Array(count);
    this.valuedBefore = new Float64Array(count);
  }

  /** A day without orders: nothing more is needed. */
  clear(): void {
    this.sells.count = 0;
    this.buys.count = 0;
    this.cutSells.count = 0;
    this.cutBuys.count = 0;
    Object.assign(this.trades, NOTHING);
  }

  /** The lists and `wanted` hold the orders of the day; nothing is filled yet. */
  begin(rows: MarketRows, terms: FillTerms): void {
    this.rows = rows;
    this.terms = terms;
    this.cutSells.count = 0;
    this.cutBuys.count = 0;
    this.reason.fill(0);
    Object.assign(this.trades, NOTHING);
  }

  /** Sells before buys, each in symbol order. */
  records(symbols: readonly string[]): OrderRecord[] {
    const of = (list: OrderList, side: Side) => Array.from(list.symbols.subarray(0, list.count), (i) => this.record(i, side, symbols));
    return [...of(this.sells, 'sell'), ...of(this.buys, 'buy')];
  }

  private record(i: number, side: Side, symbols: readonly string[]): OrderRecord {
    const filled = this.filled[i]!;
    const wanted = Math.abs(this.wanted[i]!);
    const reference = this.rows!.tradedPrice(this.terms.fillAt, i);
    return {
      symbol: symbols[i]!,
      side,
      wantedShares: wanted,
      filledShares: filled,
      status: filled === 0 ? 'rejected' : filled < wanted ? 'partial' : 'filled',
      reason: ORDER_REASONS[this.reason[i]! - 1] ?? null,
      referenceFen: reference,
      fill: filled === 0 ? null : this.fill(i, side === 'sell', filled, reference!),
    };
  }

  private fill(i: number, sells: boolean, filled: number, reference: number): FillRecord {
    const { fees, impactCoef } = this.terms;
    const rows = this.rows!;
    const priceFen = this.priceFen[i]!;
    const amountFen = filled * priceFen;
    const slippageFen = (sells ? reference - priceFen : priceFen - reference) * filled;
    const impactFen = impactPartFen(reference, filled, impactRate(impactCoef, rows.today.impactBase[i]!, filled), slippageFen);
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
      participation: filled / rows.today.volume[i]!,
    };
  }
}
