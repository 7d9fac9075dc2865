import type { FrictionFit } from '@/server/execution/calibration/fit-friction-model';
import type { NameFriction } from '../friction-report';

/** One run of the same strategy over the same days. */
export interface Sim2RealPoint {
  /** Costs as a multiple of the configured ones. */
  readonly level: number;
  readonly initialFen: number;
  readonly days: number;
  readonly finalEquityFen: number;
  /** Arithmetic mean × 252. */
  readonly annualReturn: number | null;
  readonly sharpe: number | null;
  readonly maxDrawdown: number | null;
  /** Intercept of excess returns on the benchmark's × 252, its t; null without a benchmark on every day. */
  readonly alpha: number | null;
  readonly tAlpha: number | null;
  readonly annualTurnover: number;
  readonly fills: number;
  /** Realised cost of a fill on average, fen; null without fills. */
  readonly costPerFillFen: number | null;
  /** Realised cost per traded money, basis points. */
  readonly costBp: number | null;
  readonly modelledFriction: number;
  readonly realisedFriction: number;
  /** Orders that were refused or cut, as a fraction of all. */
  readonly unfilled: number;
}

export interface Sim2RealReport {
  readonly from: string;
  readonly to: string;
  /** Without and with the configured costs. */
  readonly without: Sim2RealPoint;
  readonly with: Sim2RealPoint;
  /** Annual return that costs take. */
  readonly gap: number | null;
  /** α and return by friction level, at the configured capital. */
  readonly decay: readonly Sim2RealPoint[];
  /** Level at which the annual return (linear between levels) reaches 0; null when it does not within the levels. */
  readonly breakEvenLevel: number | null;
  /** Return against capital, at the configured costs. */
  readonly capacity: readonly Sim2RealPoint[];
  /** Names by realised cost per traded money, dearest first. */
  readonly names: readonly NameFriction[];
  /** λ and γ that the fills say; null with fewer than three days that traded. */
  readonly fitted: FrictionFit | null;
}
