/** A fill of the user's own broker, with the bar it happened in. Prices and money in currency units, times in epoch ms UTC. */
export interface ObservedFill {
  readonly time: number;
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: number;
  /** Price when the decision was taken (arrival price). */
  readonly referencePrice: number;
  readonly fillPrice: number;
  /** Commission paid for this fill, currency. */
  readonly commission: number;
  readonly barVolume: number;
  readonly barHigh: number;
  readonly barLow: number;
  readonly barClose: number;
  readonly submittedAt: number;
  readonly filledAt: number;
  /** Equity of the account before the trades of this day, where the file has it. */
  readonly equity?: number | undefined;
}

/** Best bid and ask that held from `time` on. */
export interface ObservedQuote {
  readonly time: number;
  readonly symbol: string;
  readonly bid: number;
  readonly ask: number;
}

/** One fill against the quote that stood when it happened. */
export interface FillMeasure {
  readonly fill: ObservedFill;
  /** Signed cost of the fill against the reference price. */
  readonly shortfallBp: number;
  readonly spreadBp: number;
  readonly halfSpreadBp: number;
  /** A tenth of the bar's range: what the price moves by itself while an order waits. */
  readonly rangeBp: number;
  readonly commissionBp: number;
  readonly participation: number;
  readonly latencySeconds: number;
  readonly quoteAgeSeconds: number;
}
