import type { BoardRules } from './board-rules';

/**
 * The Panel: columnar daily bars, [day][stock], one Float64Array per field.
 * Row-major with the day outermost because the simulation reads one cross-section a day
 * (numbers.md, convention 10); window kernels transpose once.
 */

export const BAR_FIELDS = ['open', 'high', 'low', 'close', 'volume', 'amount', 'preclose', 'factor'] as const;
/** open…close, preclose: currency units per share, raw (unadjusted). volume: shares. amount: currency. factor: backward-cumulative adjustment. */
export type BarField = (typeof BAR_FIELDS)[number];

/** Cell status. UNLISTED: before the first row. A suspended cell has close = last close (valuation only) and NaN open/high/low, volume 0. */
export const CELL = { UNLISTED: 0, TRADED: 1, SUSPENDED: 2 } as const;
/** Bit set in `flags`. NO_ROW: the data have no row of this name and day, its suspension is inferred. */
export const FLAG = { ST: 1, EX_DAY: 2, PARTIAL: 4, NO_ROW: 8 } as const;

export type Board = 'cn-a' | 'us';

export interface PanelMeta {
  readonly name: string;
  readonly board: Board;
  readonly currency: 'CNY' | 'USD';
  /** True for generated data; every screen that shows this market says so. */
  readonly synthetic: boolean;
  readonly seed: number | null;
  readonly benchmark: string | null;
  /** The whole table in force when the person who imported the market gave rows of their own; absent = the shipped table of the board. */
  readonly boardRules?: BoardRules | undefined;
}

export interface Panel {
  readonly meta: PanelMeta;
  /** T calendar dates 'YYYY-MM-DD', strictly increasing. */
  readonly dates: readonly string[];
  /** N symbols, sorted, unique. */
  readonly symbols: readonly string[];
  /** Each T × N, index t * N + i; NaN where there is no value. */
  readonly fields: Readonly<Record<BarField, Float64Array>>;
  /** T × N of CELL. */
  readonly status: Uint8Array;
  /** T × N of FLAG bits. */
  readonly flags: Uint8Array;
  /** Benchmark close per day (T), NaN where absent; null when the market has none. */
  readonly benchmark: Float64Array | null;
}
