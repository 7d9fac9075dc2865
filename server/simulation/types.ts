import type { UnpricedHolding } from '@/server/contracts/unpriced-holding';
import type { ExecutionConfig, GateCut, LedgerState, OrderReason, OrderRecord, RealisedFriction } from '@/server/execution/types';
import type { FrictionModel, RewardParts, TerminalRule } from '@/server/reward/types';
import type { Decision, JsonValue } from '@/server/strategy/contract';

export interface SimulationConfig {
  readonly initialFen: number;
  readonly execution: ExecutionConfig;
  readonly model: FrictionModel;
  readonly terminal: TerminalRule;
}

/** Where an episode stands after the close of `date` and before the decision of that day. Plain JSON. */
export interface StepState {
  readonly date: string;
  /** Decisions taken so far in the episode; 0 before the first. */
  readonly dayIndex: number;
  readonly initialFen: number;
  readonly equityFen: number;
  /** Highest equity so far, W_0 included. */
  readonly peakFen: number;
  readonly ledger: LedgerState;
  readonly memory: JsonValue;
  /** The absorbing state: nothing trades after it. */
  readonly terminated: boolean;
}

/** What one step stored: decided on the close of `decidedOn`, filled and valued on `date`. */
export interface StepRecord {
  readonly date: string;
  readonly decidedOn: string;
  readonly decision: 'weights' | 'keep';
  readonly cuts: readonly GateCut[];
  readonly orders: readonly OrderRecord[];
  readonly corporate: readonly { readonly symbol: string; readonly kind: 'cash' | 'shares'; readonly cashFen: number; readonly sharesDelta: number }[];
  readonly equityFen: number;
  readonly cashFen: number;
  /** equity_t / equity_{t−1} − 1. */
  readonly netReturn: number;
  /** One-way: Σ|trade| / 2 / mean(equity_t, equity_{t−1}). */
  readonly turnover: number;
  readonly tradedFen: number;
  readonly realised: RealisedFriction;
  /** realised.totalFen / equity before the trades. */
  readonly realisedFriction: number;
  readonly reward: RewardParts;
}

export interface StepResult {
  readonly state: StepState;
  readonly record: StepRecord;
}

/** Series of a run: element 0 of `dates` is the first day after the first decision. */
export interface BacktestSeries {
  readonly dates: readonly string[];
  readonly equityFen: readonly number[];
  readonly returns: readonly number[];
  readonly benchmarkReturns: readonly (number | null)[] | null;
  readonly turnover: readonly number[];
  readonly modelledFriction: readonly number[];
  readonly realisedFriction: readonly number[];
  readonly executionAware: readonly number[];
  readonly reward: readonly number[];
  readonly principalLoss: readonly number[];
}

export type ReasonCounts = Readonly<Partial<Record<OrderReason, number>>>;

export interface BacktestSummary {
  readonly days: number;
  readonly from: string;
  readonly to: string;
  readonly finalEquityFen: number;
  /** mean one-way daily turnover × 252 (67 = 6700 %). */
  readonly annualTurnover: number;
  readonly orders: number;
  readonly fills: number;
  readonly rejected: number;
  /** Orders refused whole, and orders cut, by reason; reasons that did not occur are absent. */
  readonly rejectedBy: ReasonCounts;
  readonly partialBy: ReasonCounts;
  readonly tradedFen: number;
  readonly realised: RealisedFriction;
  /** Sums over the days of the two frictions, as fractions of equity. */
  readonly modelledFriction: number;
  readonly realisedFriction: number;
  readonly rewardSum: number;
  readonly maxPrincipalLoss: number;
  readonly finalPrincipalLoss: number;
  readonly maxDrawdown: number;
  readonly terminalDate: string | null;
}

/** How much of a run's equity rests on prices that nobody could deal at. Told beside the summary; it changes no number of the run. */
export interface StaleReport {
  /** Sessions without a price from which on a holding counts as stale. */
  readonly sessions: number;
  /** Largest part of equity in stale holdings at a close, and the first day it was reached; 0 and null when there never was one. */
  readonly worstShare: number;
  readonly worstDate: string | null;
  /** Part of the final equity in holdings that are stale or ended. */
  readonly finalShare: number;
  /** Holdings of the last day that had no price on it. */
  readonly unpriced: readonly FinalUnpriced[];
}

export interface FinalUnpriced extends UnpricedHolding {
  /** The market has no further price of it, and no row on its last day: delisted, or the data end. Known only after the run. */
  readonly ended: boolean;
}

export interface BacktestResult {
  readonly series: BacktestSeries;
  readonly summary: BacktestSummary;
  /** Present only when asked for (`records: true`). */
  readonly records: readonly StepRecord[];
  readonly finalState: StepState;
  /** Beside the summary, whose digest is what runs are compared by. */
  readonly stale: StaleReport;
}

export type { Decision };
