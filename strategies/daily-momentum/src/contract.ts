/** What the console hands to a strategy each day, and what it expects back (contract 1). Plain data only. */
export interface MarketView {
  date: string;
  dayIndex: number;
  symbols: readonly string[];
  fields: {
    open: Float64Array[];
    high: Float64Array[];
    low: Float64Array[];
    close: Float64Array[];
    volume: Float64Array[];
    amount: Float64Array[];
    factor: Float64Array[];
  };
  tradable: readonly boolean[];
  portfolio: { weights: Record<string, number>; cashWeight: number; equity: number };
}

export interface Decision {
  weights: Record<string, number>;
}
