/** Sessions without a price from which on a holding is called stale: for a trading week nobody could deal at the price it stands at. */
export const STALE_SESSIONS = 5;

/**
 * A name held at the close of a day on which it had no price. It stands at its last one, since any other would be made up; what can
 * be said is how old that is and how much of the account rests on it.
 */
export interface UnpricedHolding {
  readonly symbol: string;
  /** The last session with a price; null when the market has none up to the day. */
  readonly pricedOn: string | null;
  /** Sessions since then, the day included. */
  readonly sessions: number;
  readonly shares: number;
  readonly valueFen: number;
  /** Part of equity. */
  readonly weight: number;
}
