/**
 * What the driver and a strategy exchange (DESIGN §5.1). Plain data only: a strategy has no clock, no randomness,
 * no I/O and no state except `memory`, which is handed back the next day. That is what makes it testable over a
 * data-only channel, replayable, and unable to hide anything.
 */
export interface MarketView {
  date: string;
  /** 0 on the first day of the run. */
  dayIndex: number;
  symbols: readonly string[];
  /** Rows oldest first, the last row is today; each a Float64Array over symbols (NaN = no bar). At most lookbackDays rows. */
  fields: Record<'open' | 'high' | 'low' | 'close' | 'volume' | 'amount' | 'factor', Float64Array[]>;
  /** Per symbol: traded today (not suspended, listed). */
  tradable: readonly boolean[];
  portfolio: { weights: Record<string, number>; cashWeight: number; equity: number };
  parameters: Readonly<Record<string, JsonValue>>;
  memory: JsonValue;
}

/** Target weights of equity by symbol (missing = 0), sum ≤ 1, each ≥ 0; memory is plain JSON. null = keep positions. */
export interface Decision {
  weights: Record<string, number>;
  memory?: JsonValue;
}

export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };
