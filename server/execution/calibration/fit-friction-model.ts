import { AppError } from '@/server/contracts/errors';

/** One day of an account: norms of the traded weights and what trading really cost, as a fraction of equity. */
export interface FrictionDay {
  /** ‖Δω‖₁. */
  readonly l1: number;
  /** The norm under the root of eq. 1: ‖Δω‖₂, or ‖Δω‖₁ where the model says so. */
  readonly norm: number;
  readonly realised: number;
}

const LEAST_DAYS = 3;

export interface FrictionFit {
  readonly lambda: number;
  readonly gamma: number;
  /** Days that traded. */
  readonly days: number;
  /** 1 − Σ residual² / Σ realised²: there is no constant, a day without trades costs nothing. */
  readonly r2: number;
  readonly meanResidual: number;
}

/** Why these days cannot say λ and γ, or null. */
export function whyNotFitted(observed: readonly FrictionDay[]): string | null {
  const days = observed.filter((day) => day.l1 > 0).length;
  return days < LEAST_DAYS ? `λ and γ need at least three days with trades; there ${days === 1 ? 'is' : 'are'} ${days}.` : null;
}

/** Σ of the normal equations: a = ‖Δω‖₁, b = √‖Δω‖, y = realised. */
export function normalSums(days: readonly FrictionDay[]): { aa: number; ab: number; bb: number; ay: number; by: number } {
  let aa = 0;
  let ab = 0;
  let bb = 0;
  let ay = 0;
  let by = 0;
  for (const { l1, norm, realised } of days) {
    const root = Math.sqrt(norm);
    aa += l1 * l1;
    ab += l1 * root;
    bb += root * root;
    ay += l1 * realised;
    by += root * realised;
  }
  return { aa, ab, bb, ay, by };
}

/**
 * λ and γ of eq. 1 from days of fills: least squares of realised friction on (‖Δω‖₁, √‖Δω‖), neither below 0. With two unknowns
 * the constrained optimum is the free one, or the better of the two edges. @throws AppError BAD_INPUT with fewer than three days that traded
 */
export function fitFrictionModel(observed: readonly FrictionDay[]): FrictionFit {
  const why = whyNotFitted(observed);
  if (why !== null) throw new AppError('BAD_INPUT', why);
  const days = observed.filter((day) => day.l1 > 0);
  const { aa, ab, bb, ay, by } = normalSums(days);
  const determinant = aa * bb - ab * ab;
  const free = { lambda: (ay * bb - by * ab) / determinant, gamma: (by * aa - ay * ab) / determinant };
  // Days of one size cannot tell a line from a root: the determinant is then float noise.
  const isFree = determinant > 1e-12 * aa * bb && free.lambda >= 0 && free.gamma >= 0;
  const edges = [{ lambda: Math.max(0, ay / aa), gamma: 0 }, { lambda: 0, gamma: Math.max(0, by / bb) }];
  const best = isFree ? free : edges.reduce((a, b) => (squares(days, b) < squares(days, a) ? b : a));
  const total = days.reduce((sum, day) => sum + day.realised ** 2, 0);
  return {
    ...best,
    days: days.length,
    r2: total === 0 ? 1 : 1 - squares(days, best) / total,
    meanResidual: days.reduce((sum, day) => sum + residual(day, best), 0) / days.length,
  };
}

interface Terms {
  readonly lambda: number;
  readonly gamma: number;
}
const residual = (day: FrictionDay, { lambda, gamma }: Terms): number => day.realised - lambda * day.l1 - gamma * Math.sqrt(day.norm);
const squares = (days: readonly FrictionDay[], terms: Terms): number => days.reduce((sum, day) => sum + residual(day, terms) ** 2, 0);
