/**
 * The account of a Qlib backtest (TopkDropoutStrategy on a daily exchange), rebuilt to the digits: adjusted float32 prices, fractional
 * adjusted amounts, float64 money. It exists to compare with what Qlib users have; the console's own simulator keeps integer money.
 */
export interface QlibOptions {
  readonly initialCash: number;
  readonly topk: number;
  /** Names exchanged per day at most. */
  readonly nDrop: number;
  /** Part of the cash after sales that buys may use. */
  readonly riskDegree: number;
  /** No trade where |change| of the day reaches this, either way. */
  readonly limitThreshold: number;
  readonly openCost: number;
  readonly closeCost: number;
  /** Least fee of one trade, currency. */
  readonly minCost: number;
  /** Shares (unadjusted) are bought in multiples of this. */
  readonly tradeUnit: number;
}

/** Qlib's usual settings for A-shares. */
export const QLIB_DEFAULTS: QlibOptions = { initialCash: 1e8, topk: 50, nDrop: 5, riskDegree: 0.95, limitThreshold: 0.095, openCost: 0.0005, closeCost: 0.0015, minCost: 5, tradeUnit: 100 };

/** One row of Qlib's report, with its names. */
export interface QlibDay {
  readonly date: string;
  readonly account: number;
  /** Before cost: account_t / account_{t−1} = 1 + return − cost. */
  readonly return: number;
  readonly totalTurnover: number;
  readonly turnover: number;
  readonly totalCost: number;
  readonly cost: number;
  readonly value: number;
  readonly cash: number;
  /** Return of the benchmark; null where the market has none. */
  readonly bench: number | null;
}

/** A holding at the end: adjusted amount and price, weight of the account. */
export interface QlibPosition {
  readonly symbol: string;
  readonly adjAmount: number;
  readonly adjPrice: number;
  readonly weight: number;
}
