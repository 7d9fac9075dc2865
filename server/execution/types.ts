/**
 * Shapes of the execution room. Money is integer fen (or cents), shares are integers, prices are integer fen per share
 * (tick 0.01); weights and rates are float64. Nothing here is mutated by outsiders.
 */

export const SIDES = ['buy', 'sell'] as const;
export type Side = (typeof SIDES)[number];

/** Why an order was cut or refused. `null` on an order means it was filled whole. */
export const ORDER_REASONS = [
  'SUSPENDED', // no trading in the name today, or not listed
  'NO_PRICE', // traded, but the fill price is missing or not positive
  'LIMIT_UP', // a buy where the fill price stands at limit-up
  'LIMIT_DOWN', // a sell where the fill price stands at limit-down
  'T1_LOCKED', // shares bought today cannot be sold today
  'PARTICIPATION', // more than the allowed share of the day's volume
  'BELOW_LOT', // what is left after cuts is less than the smallest order
  'CASH', // buys are limited by cash including fees
] as const;
export type OrderReason = (typeof ORDER_REASONS)[number];

/** Codes of the reasons in a tape: 0 = none, else 1 + position in ORDER_REASONS. */
export const REASON = { SUSPENDED: 1, NO_PRICE: 2, LIMIT_UP: 3, LIMIT_DOWN: 4, T1_LOCKED: 5, PARTICIPATION: 6, BELOW_LOT: 7, CASH: 8 } as const satisfies Record<OrderReason, number>;

/** One order of one day and its (at most one) fill. What is not filled expires at the end of the day. */
export interface OrderRecord {
  readonly symbol: string;
  readonly side: Side;
  readonly wantedShares: number;
  readonly filledShares: number;
  readonly status: 'filled' | 'partial' | 'rejected';
  readonly reason: OrderReason | null;
  /** Open, close or VWAP of the day before spread and impact; null when there was none. */
  readonly referenceFen: number | null;
  readonly fill: FillRecord | null;
}

/** spread + impact = |price − reference| · shares exactly; cashFen is the signed change of cash. */
export interface FillRecord {
  readonly priceFen: number;
  readonly amountFen: number;
  readonly commissionFen: number;
  readonly dutyFen: number;
  readonly transferFen: number;
  readonly otherFen: number;
  readonly spreadFen: number;
  readonly impactFen: number;
  readonly cashFen: number;
  /** Shares filled / shares traded that day in the market. */
  readonly participation: number;
}

/** Realised friction of a day, from fills, in fen. */
export interface RealisedFriction {
  readonly commissionFen: number;
  readonly dutyFen: number;
  readonly transferFen: number;
  readonly otherFen: number;
  readonly spreadFen: number;
  readonly impactFen: number;
  readonly totalFen: number;
}

/** Fee rates valid from a date. Rates in units of 1e-7 of the amount (2.5 bp = 2500), each item half-up to the fen per fill. */
export interface FeeRow {
  readonly from: string;
  readonly commissionE7: number;
  readonly minCommissionFen: number;
  /** 'per-item': the minimum holds for the commission alone. 'all-in': for commission + exchange + regulatory + transfer together. */
  readonly minimum: 'per-item' | 'all-in';
  readonly dutySellE7: number;
  readonly transferE7: number;
  readonly exchangeE7: number;
  readonly regulatoryE7: number;
}

export interface RiskLimits {
  /** Largest weight of one name, (0, 1]. */
  readonly maxWeight: number;
  /** Largest sum of weights, (0, 1]. */
  readonly maxGross: number;
}

export interface ExecutionConfig {
  readonly fillAt: 'open' | 'close' | 'vwap';
  /** 'off' (the paper's phase 0): fees, spread and impact are zero; lots, T+1, limits and cash still hold. */
  readonly friction: 'on' | 'off';
  readonly fees: readonly FeeRow[];
  /** Half of the quoted spread in basis points of the price. */
  readonly halfSpreadBp: number;
  /** impact = coef · σ · √(shares / ADV), as a fraction of the price. */
  readonly impactCoef: number;
  /** Largest share of the day's volume one order may take, (0, 1]. */
  readonly participationCap: number;
  readonly limits: RiskLimits;
}

/** The configuration as it holds on one day. */
export interface FillTerms {
  readonly fillAt: ExecutionConfig['fillAt'];
  readonly participationCap: number;
  /** As a fraction of the price; 0 without friction, as the impact. */
  readonly halfSpread: number;
  readonly impactCoef: number;
  readonly fees: FeeRow;
}

/**
 * Cash and positions of one account over the symbols of one market (index = symbol index). Mutable and columnar:
 * the simulation changes it in place, `stepDay` works on a copy.
 */
export interface Ledger {
  cashFen: number;
  /** Whole shares; float64 holds integers to 2^53, a reverse chain of bonus issues overflows int32. */
  readonly shares: Float64Array;
  /** Part of `shares` bought today and not sellable before the next session (T+1). */
  readonly lockedShares: Float64Array;
  /** Integer fen paid for the shares held, fees excluded (average cost). */
  readonly costFen: Float64Array;
  /** Last valuation price in fen; 0 where never seen. */
  readonly priceFen: Float64Array;
}

/** The ledger as plain JSON, keyed by symbol so that it survives a market with more names: [symbol, shares, locked, costFen, priceFen]. */
export interface LedgerState {
  readonly cashFen: number;
  readonly positions: readonly (readonly [symbol: string, shares: number, locked: number, costFen: number, priceFen: number])[];
}

/** A change the risk gate made to the wish of a strategy. */
export interface GateCut {
  readonly symbol: string | null;
  readonly rule: 'NO_SHORT' | 'MAX_WEIGHT' | 'MAX_GROSS';
  readonly from: number;
  readonly to: number;
}
