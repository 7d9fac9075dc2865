import { quantileLinear } from '@/server/analytics/moments';
import { AppError } from '@/server/contracts/errors';
import type { FillMeasure } from './types';

/**
 * Cost of a fill in bp = half spread + a tenth of the bar's range + commission + base + impact · participation (in bp of the bar's
 * volume). The first three are observed; base and impact are fitted by least squares and held inside what is plausible.
 */
export interface FillModel {
  readonly baseBp: number;
  readonly impactCoefficient: number;
}
/** What an uncalibrated simulator assumes: 2 bp spread, 2 bp base, impact 0.15; no knowledge of quotes or commission. */
const STRESS = { halfSpreadBp: 1, baseBp: 2, impactCoefficient: 0.15 } as const;
const BASE_RANGE = [0, 50] as const;
const IMPACT_RANGE = [0, 2] as const;

export interface FillCalibration {
  readonly aligned: number;
  readonly spreadBp: { readonly median: number; readonly p90: number; readonly p99: number };
  readonly fit: FillModel;
  readonly participationP90: number;
  readonly latencySeconds: { readonly median: number; readonly p90: number };
  readonly quoteAgeSeconds: { readonly median: number; readonly p90: number };
  /** Observed shortfall − modelled cost. */
  readonly residualBp: { readonly mean: number; readonly mae: number; readonly p90Abs: number; readonly maxAbs: number };
  readonly shortfallBp: { readonly median: number; readonly p90: number; readonly p99: number };
  /** The same residual under the uncalibrated assumption, and what calibration takes off its mean. */
  readonly stressResidualBp: { readonly mae: number; readonly p90Abs: number };
  readonly maeReductionBp: number;
  readonly rows: readonly { readonly measure: FillMeasure; readonly fitTargetBp: number; readonly modelledBp: number }[];
}

/**
 * The line is fitted at full precision. Quoted spread, shortfall, impact, modelled cost and residual of a row are kept to a millionth of a basis
 * point and statistics are of what is kept: this is how TradeArena's published calibration comes out to its last digit.
 * @throws AppError BAD_INPUT with fewer than two fills, or all of one size: a slope needs both
 */
export function fitFillModel(measured: readonly FillMeasure[]): FillCalibration {
  const target = measured.map((m) => m.shortfallBp - observedBp(m));
  const size = measured.map((m) => m.participation * 1e4);
  const { slope, intercept } = line(size, target);
  const fit = { baseBp: clip(intercept, BASE_RANGE), impactCoefficient: clip(slope, IMPACT_RANGE) };
  const kept = measured.map((m) => ({ ...m, spreadBp: shown(m.spreadBp), shortfallBp: shown(m.shortfallBp) }));
  const column = (key: 'spreadBp' | 'shortfallBp' | 'latencySeconds' | 'quoteAgeSeconds' | 'participation') => percentiles(kept.map((m) => m[key]));
  const modelled = kept.map((m, k) => shown(observedBp(m) + fit.baseBp + shown(fit.impactCoefficient * size[k]!)));
  const residual = measured.map((m, k) => shown(m.shortfallBp - modelled[k]!));
  const own = residual.map(Math.abs);
  const stress = measured.map((m, k) => Math.abs(m.shortfallBp - (STRESS.halfSpreadBp + STRESS.baseBp + STRESS.impactCoefficient * size[k]! + m.rangeBp)));
  const [latency, age] = [column('latencySeconds'), column('quoteAgeSeconds')];
  return {
    aligned: kept.length,
    spreadBp: column('spreadBp'),
    fit,
    participationP90: column('participation').p90,
    latencySeconds: { median: latency.median, p90: latency.p90 },
    quoteAgeSeconds: { median: age.median, p90: age.p90 },
    residualBp: { mean: mean(residual), mae: mean(own), p90Abs: percentiles(own).p90, maxAbs: Math.max(...own) },
    shortfallBp: column('shortfallBp'),
    stressResidualBp: { mae: mean(stress), p90Abs: percentiles(stress).p90 },
    maeReductionBp: mean(stress) - mean(own),
    rows: kept.map((measure, k) => ({ measure, fitTargetBp: target[k]!, modelledBp: modelled[k]! })),
  };
}

const shown = (bp: number): number => Math.round(bp * 1e6) / 1e6;
const observedBp = (m: FillMeasure): number => m.halfSpreadBp + m.rangeBp + m.commissionBp;
const mean = (x: readonly number[]): number => x.reduce((sum, v) => sum + v, 0) / x.length;
const clip = (x: number, [low, high]: readonly [number, number]): number => Math.min(high, Math.max(low, x));

function percentiles(x: readonly number[]): { median: number; p90: number; p99: number } {
  return { median: quantileLinear(x, 0.5), p90: quantileLinear(x, 0.9), p99: quantileLinear(x, 0.99) };
}

function line(x: readonly number[], y: readonly number[]): { slope: number; intercept: number } {
  if (x.length < 2) throw new AppError('BAD_INPUT', `Calibration needs at least two fills that have a quote; there are ${x.length}.`);
  const [mx, my] = [mean(x), mean(y)];
  let sxx = 0;
  let sxy = 0;
  for (let k = 0; k < x.length; k++) {
    sxx += (x[k]! - mx) ** 2;
    sxy += (x[k]! - mx) * (y[k]! - my);
  }
  if (!(sxx > 0)) throw new AppError('BAD_INPUT', 'All fills have the same participation; impact cannot be told from a constant. Add fills of other sizes.');
  return { slope: sxy / sxx, intercept: my - (sxy / sxx) * mx };
}
