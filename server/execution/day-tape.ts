import { ORDER_REASONS, type OrderReason, type OrderRecord, type REASON } from './types';

/**
 * Orders and fills of one day in columns; at most one order per symbol. Columns of price and cost hold only where `filled` > 0. Reused from day to day, read out as records when somebody asks.
 */
export class DayTape {
  count = 0;
  readonly symbol: Int32Array;
  /** +1 buy, −1 sell. */
  readonly side: Int8Array;
  readonly wanted: Int32Array;
  readonly filled: Int32Array;
  /** 0 = none, else 1 + index into ORDER_REASONS. */
  readonly reason: Uint8Array;
  readonly referenceFen: Float64Array;
  /** Limit-up for a buy, limit-down for a sell; NaN when the day has none. */
  readonly limitFen: Float64Array;
  readonly priceFen: Float64Array;
  readonly commissionFen: Float64Array;
  readonly dutyFen: Float64Array;
  readonly transferFen: Float64Array;
  readonly otherFen: Float64Array;
  /** Sum of the four above. */
  readonly feesFen: Float64Array;
  readonly spreadFen: Float64Array;
  readonly impactFen: Float64Array;
  /** Shares traded in the market that day. */
  readonly volume: Float64Array;

  constructor(capacity: number) {
    const money = () => new Float64Array(capacity);
    // One more: orders are collected by writing first and counting after.
    this.symbol = new Int32Array(capacity + 1);
    this.side = new Int8Array(capacity);
    this.wanted = new Int32Array(capacity);
    this.filled = new Int32Array(capacity);
    this.reason = new Uint8Array(capacity);
    this.referenceFen = money();
    this.limitFen = money();
    this.priceFen = money();
    this.commissionFen = money();
    this.dutyFen = money();
    this.transferFen = money();
    this.otherFen = money();
    this.feesFen = money();
    this.spreadFen = money();
    this.impactFen = money();
    this.volume = money();
  }

  /** A new row, not yet filled; returns its index. */
  open(symbol: number, side: 1 | -1, wanted: number): number {
    const k = this.count++;
    this.symbol[k] = symbol;
    this.side[k] = side;
    this.wanted[k] = wanted;
    this.filled[k] = 0;
    this.reason[k] = 0;
    this.referenceFen[k] = Number.NaN;
    return k;
  }

  /** Why row `k` was cut; the last cut wins. */
  cut(k: number, reason: (typeof REASON)[OrderReason]): void {
    this.reason[k] = reason;
  }

  records(symbols: readonly string[]): OrderRecord[] {
    return Array.from({ length: this.count }, (_, k) => this.record(k, symbols));
  }

  private record(k: number, symbols: readonly string[]): OrderRecord {
    const filled = this.filled[k]!;
    const reference = this.referenceFen[k]!;
    const amountFen = filled * this.priceFen[k]!;
    const buy = this.side[k] === 1;
    return {
      symbol: symbols[this.symbol[k]!]!,
      side: buy ? 'buy' : 'sell',
      wantedShares: this.wanted[k]!,
      filledShares: filled,
      status: filled === 0 ? 'rejected' : filled < this.wanted[k]! ? 'partial' : 'filled',
      reason: ORDER_REASONS[this.reason[k]! - 1] ?? null,
      referenceFen: Number.isNaN(reference) ? null : reference,
      fill:
        filled === 0
          ? null
          : {
              priceFen: this.priceFen[k]!,
              amountFen,
              commissionFen: this.commissionFen[k]!,
              dutyFen: this.dutyFen[k]!,
              transferFen: this.transferFen[k]!,
              otherFen: this.otherFen[k]!,
              spreadFen: this.spreadFen[k]!,
              impactFen: this.impactFen[k]!,
              cashFen: (buy ? -amountFen : amountFen) - this.feesFen[k]!,
              participation: filled / this.volume[k]!,
            },
    };
  }
}
