import type { Decision, JsonValue } from './contract';
import type { PackageManifest } from './package-manifest';

export interface PackageFile {
  /** Path inside the package, posix, e.g. 'src/strategy.ts'. */
  readonly path: string;
  readonly text: string;
}

/** A strategy package read once into memory; all later work uses these bytes, never the directory again. */
export interface StrategyPackage {
  readonly manifest: PackageManifest;
  /** strategy.json as it is written: what `hashes.manifest` is the hash of. */
  readonly manifestText: string;
  readonly sources: readonly PackageFile[];
  readonly tests: readonly PackageFile[];
  readonly baseline: readonly PackageFile[];
  readonly hashes: { readonly manifest: string; readonly src: string; readonly tests: string; readonly baseline: string; readonly package: string };
}

/** Fields a strategy sees, in the order in which a row crosses the pipe. */
export const VIEW_FIELDS = ['open', 'high', 'low', 'close', 'volume', 'amount', 'factor'] as const;
export type ViewField = (typeof VIEW_FIELDS)[number];

/** One day's cross-section. Arrays are N long and only read. */
export interface DayBars {
  readonly date: string;
  readonly fields: Readonly<Record<ViewField, Float64Array>>;
  /** 1 = traded today. */
  readonly tradable: Uint8Array;
}

/** What a decision needs besides the bars. */
export interface DayQuestion {
  readonly dayIndex: number;
  readonly portfolio: {
    /** Positions, in the symbols of the market, of the names held, ascending. */
    readonly held: readonly number[];
    /** Weight of equity of each of them. */
    readonly weights: readonly number[];
    readonly cashWeight: number;
    readonly equity: number;
  };
  readonly memory: JsonValue;
}

/** A decision as columns: `weights[k]` of the name at `positions[k]` in the symbols of the market. Overwritten by the next answer. */
export interface DecisionColumns {
  readonly positions: Uint32Array;
  readonly weights: Float64Array;
  /** Absent: the strategy said nothing about its memory. */
  readonly memory?: JsonValue;
}

/**
 * A running strategy. It is handed one day at a time, in order, and never holds a later bar.
 * After an error the session is dead; `close` is always safe.
 */
export interface StrategySession {
  readonly lookbackDays: number;
  /** Hand over a past day without a question (the warm-up before the first decision). */
  feed(bars: DayBars): void;
  /** Hand over today and ask. @throws AppError STRATEGY_FAILED (error, timeout, invalid answer, process gone) */
  decide(bars: DayBars, question: DayQuestion): Promise<Decision | null>;
  /** The same without an object by symbol: for who asks every day of ten years. */
  decideColumns(bars: DayBars, question: DayQuestion): Promise<DecisionColumns | null>;
  close(): Promise<void>;
}
