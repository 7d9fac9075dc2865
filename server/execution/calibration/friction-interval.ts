import { studentTwoSidedQuantile } from '@/server/analytics/special-functions';
import { type FrictionDay, type FrictionFit, normalSums } from './fit-friction-model';

export type Interval = readonly [low: number, high: number];
/** 95 % intervals; null for a coefficient that least squares would have put below 0: it is held there, and its spread says nothing. */
export interface FrictionInterval {
  readonly lambda: Interval | null;
  readonly gamma: Interval | null;
}

const P = 0.05;

/**
 * How far the days pin λ and γ down: value ± t · standard error of the least squares behind `fit`, on as many degrees of freedom as days
 * beyond the coefficients that are free; never below 0. Takes the days as independent and their residuals as of one size.
 */
export function frictionInterval(observed: readonly FrictionDay[], { lambda, gamma }: Pick<FrictionFit, 'lambda' | 'gamma'>): FrictionInterval {
  const days = observed.filter((day) => day.l1 > 0);
  const free = [lambda, gamma].filter((x) => x > 0).length;
  const df = days.length - free;
  if (free === 0 || df < 1) return { lambda: null, gamma: null };
  const { aa, ab, bb } = normalSums(days);
  let squares = 0;
  for (const { l1, norm, realised } of days) squares += (realised - lambda * l1 - gamma * Math.sqrt(norm)) ** 2;
  const determinant = free === 2 ? aa * bb - ab * ab : aa * bb;
  const reach = studentTwoSidedQuantile(P, df) * Math.sqrt(squares / df);
  const around = (value: number, other: number): Interval | null => {
    const half = reach * Math.sqrt(other / determinant);
    return value > 0 ? [Math.max(0, value - half), value + half] : null;
  };
  return { lambda: around(lambda, bb), gamma: around(gamma, aa) };
}
